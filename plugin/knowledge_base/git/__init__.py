"""Git through its own command line: nothing of a source is ever checked out, run or configured."""

from .failure import GitError
from .history import dates_of_folder
from .process import Watch, run
from .repository import MissingObjects, RemoteRefs, Repository
from .tree import Tree, TreeFile

__all__ = [
    "GitError",
    "MissingObjects",
    "RemoteRefs",
    "Repository",
    "Tree",
    "TreeFile",
    "Watch",
    "dates_of_folder",
    "run",
]
