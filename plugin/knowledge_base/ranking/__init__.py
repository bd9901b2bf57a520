"""Arithmetic on numbers: no I/O, no store, no settings."""

from .cutoff import floor
from .formula import affinity, damp, score, values
from .weights import CONSTANTS, CUTOFF, MIN_PREFIX, TAG_WEIGHT

__all__ = ["CONSTANTS", "CUTOFF", "MIN_PREFIX", "TAG_WEIGHT", "affinity", "damp", "floor", "score", "values"]
