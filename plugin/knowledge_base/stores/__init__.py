"""Where entries lie: the contract, and the folder store."""

from .base import Store, entry_not_found
from .folder import DEFAULT_INCLUDE, FolderStore

__all__ = ["DEFAULT_INCLUDE", "FolderStore", "Store", "entry_not_found"]
