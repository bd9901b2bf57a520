"""Where entries lie: the contract, a folder or a commit as a store, and entries in memory as one."""

from .base import Store, entry_not_found
from .folder import DEFAULT_INCLUDE, FolderStore
from .git import GitStore
from .matches import Matches, Table
from .parsed import MemoryStore, ParsedStore, by_place, info_of

__all__ = [
    "DEFAULT_INCLUDE",
    "FolderStore",
    "GitStore",
    "Matches",
    "MemoryStore",
    "ParsedStore",
    "Store",
    "Table",
    "by_place",
    "entry_not_found",
    "info_of",
]
