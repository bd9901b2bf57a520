"""Arithmetic on numbers: no I/O, no store, no settings."""

from .cutoff import cut
from .formula import affinity, damp, score
from .weights import CONSTANTS, CUTOFF, MIN_PREFIX, TAG_WEIGHT

__all__ = ["CONSTANTS", "CUTOFF", "MIN_PREFIX", "TAG_WEIGHT", "affinity", "cut", "damp", "score"]
