"""The store contract, run on the stores of this project."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.support import write_tree

from knowledge_base.categories import Registry
from knowledge_base.git import Tree, TreeFile
from knowledge_base.index import Builder, open_index, write_directory
from knowledge_base.model import StoreId
from knowledge_base.stores import FolderStore, GitStore, MemoryStore, Store
from knowledge_base.testing import StoreContract


class _OnDisk(StoreContract):
    folder: Path

    @pytest.fixture(autouse=True)
    def _in_a_folder_of_its_own(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def make_folder_store(self, files: Mapping[str, bytes]) -> FolderStore:
        return FolderStore(write_tree(self.new_folder(), files))

    def new_folder(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.folder))


class TestFolderStore(_OnDisk):
    def make_store(self, files: Mapping[str, bytes]) -> Store:
        return self.make_folder_store(files)


class TestMemoryStore(StoreContract):
    def make_store(self, files: Mapping[str, bytes]) -> Store:
        return MemoryStore(files)


class TestGitStore(StoreContract):
    """The files of a commit; beside them lie others that the store must not show."""

    def make_store(self, files: Mapping[str, bytes]) -> Store:
        stored = {f"docs/kb/{path}": content for path, content in files.items()}
        stored |= {"README.md": b"# http word term", "docs/kb2/x.md": b"x y z", "docs/kb/.hidden/x.md": b"word"}
        tree = {path: TreeFile("file", f"{number:040x}") for number, path in enumerate(stored)}
        contents = {file.oid: stored[path] for path, file in tree.items()}
        return GitStore(Tree("c" * 40, tree, contents=contents), "docs/kb")

    def test_every_entry_is_listed_by_path_in_utf8_order(self) -> None:
        """Without two names that differ only in case: these are left out of a source (`tests/sync/test_trees.py`)."""
        names = ["b.md", "a/z.md", "a.md", "a/a/a.md", "\uff5e.md", "🙂.md", "C.md", "a-b.md", "é.md"]

        store = self.make_store(dict.fromkeys(names, b"x"))

        assert [info.path for info in store.entries()] == sorted(names, key=str.encode)


class TestPublishedIndex(_OnDisk):
    def make_store(self, files: Mapping[str, bytes]) -> Store:
        store = self.make_folder_store(files)
        directory = self.new_folder()
        write_directory(directory, Builder().update([(StoreId("project", "p"), store)], Registry(), {}))
        ((_, published),) = open_index(directory).stores
        return published


class TestPublishedIndexBesideOthers(_OnDisk):
    """Entries are numbered through all stores: the neighbours must not shine through."""

    def make_store(self, files: Mapping[str, bytes]) -> Store:
        noise = {"x.md": b"---\ntags: [t]\n---\nx y z word term http", "b/c.md": b"common " * 50}
        before, store, after = (self.make_folder_store(content) for content in (noise, files, noise))
        directory = self.new_folder()
        named = [(StoreId("project", name), s) for name, s in (("before", before), ("p", store), ("after", after))]
        write_directory(directory, Builder().update(named, Registry(), {}))
        return open_index(directory).stores[1][1]
