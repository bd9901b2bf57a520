"""Where entries lie: the contract, a folder as a store, and entries in memory as one."""

from .base import Store, entry_not_found
from .folder import DEFAULT_INCLUDE, FolderStore
from .parsed import MemoryStore, ParsedStore

__all__ = ["DEFAULT_INCLUDE", "FolderStore", "MemoryStore", "ParsedStore", "Store", "entry_not_found"]
