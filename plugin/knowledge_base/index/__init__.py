"""The published index: written from stores, read as stores. Imports no ranking."""

from .directory import write_directory
from .format import DOCS, FORMAT, MANIFEST
from .reader import OpenIndex, open_index
from .writer import build, sizes, with_script_twins

__all__ = [
    "DOCS",
    "FORMAT",
    "MANIFEST",
    "OpenIndex",
    "build",
    "open_index",
    "sizes",
    "with_script_twins",
    "write_directory",
]
