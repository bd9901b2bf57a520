"""The published index: written from stores, read as stores. Imports no ranking."""

from .asked import Constants
from .budget import refuse_over_budget
from .builder import Builder
from .built import DamagedError
from .directory import write_directory
from .files import sizes
from .format import DOCS, FORMAT, MANIFEST
from .reader import OpenIndex, open_index, opened
from .sections import with_sections

__all__ = [
    "DOCS",
    "FORMAT",
    "MANIFEST",
    "Builder",
    "Constants",
    "DamagedError",
    "OpenIndex",
    "open_index",
    "opened",
    "refuse_over_budget",
    "sizes",
    "with_sections",
    "write_directory",
]
