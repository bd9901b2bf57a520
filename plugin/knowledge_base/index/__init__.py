"""The published index: written from stores, read as stores. Imports no ranking."""

from .budget import refuse_over_budget
from .directory import write_directory
from .format import DOCS, FORMAT, MANIFEST
from .reader import OpenIndex, open_index
from .sections import with_sections
from .writer import build, sizes

__all__ = [
    "DOCS",
    "FORMAT",
    "MANIFEST",
    "OpenIndex",
    "build",
    "open_index",
    "refuse_over_budget",
    "sizes",
    "with_sections",
    "write_directory",
]
