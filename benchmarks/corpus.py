"""A corpus: one store on disk, laid out as `<category>/<slug>.md`, with the queries to ask of it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from knowledge_base import Knowledge, StoreId
from knowledge_base.categories import Registry
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore

from .errors import NotMeasured
from .generated import LONGEST, write_store
from .queries import Queries, generate, load

STORE = StoreId("project", "corpus")
REGISTRY = Registry()


@dataclass(frozen=True)
class Entry:
    """`body` is the text behind the frontmatter; `tags` are as written."""

    path: str
    title: str
    tags: tuple[str, ...]
    body: str

    @property
    def searched(self) -> bool:
        return REGISTRY.is_searched(self.path)


@dataclass(frozen=True)
class Corpus:
    """`store` is a folder that the benchmark may change."""

    name: str
    store: Path
    queries: Queries

    def brute_force(self) -> Knowledge:
        """The store without any index or cache."""
        return Knowledge((NamedStore(STORE, FolderStore(self.store, "corpus")),), REGISTRY)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        return read_entries(self.store)

    @cached_property
    def searched(self) -> tuple[Entry, ...]:
        """The looked-up entries: every peer indexes these and no others."""
        return tuple(entry for entry in self.entries if entry.searched)

    @property
    def searched_folders(self) -> list[str]:
        return sorted({entry.path.partition("/")[0] for entry in self.searched})

    @property
    def text_bytes(self) -> int:
        return sum(file.stat().st_size for file in self.store.rglob("*.md"))

    def holders(self, substring: str) -> set[str]:
        """The paths of the looked-up entries whose text holds a substring, by the plainest means."""
        return {entry.path for entry in self.searched if substring in entry.body.lower()}


def read_entries(store: Path) -> tuple[Entry, ...]:
    knowledge = Knowledge((NamedStore(STORE, FolderStore(store, "corpus")),), REGISTRY)
    entries = []
    for _, info in knowledge.entries():
        text = (store / info.path).read_text("utf-8-sig")
        entries.append(Entry(info.path, info.title, tuple(info.tags), _body(text)))
    return tuple(entries)


def _body(text: str) -> str:
    if not text.startswith("---\n"):
        return text
    end = text.find("\n---\n", 3)
    return text if end < 0 else text[end + 5 :]


def generated(work: Path, entries: int, seed: int, longest: int = LONGEST) -> Corpus:
    """The corpus that needs nothing but this repository."""
    store = work / "store"
    write_store(store, entries, seed, longest)
    return Corpus("generated", store, generate(read_entries(store), seed))


def from_folder(work: Path, folder: Path, queries: Path | None, seed: int) -> Corpus:
    """A copy of a real store. Its queries are drawn from it where no file holds them."""
    if not folder.is_dir():
        raise NotMeasured(f"there is no folder {folder}: name one that holds <category>/<slug>.md")
    store = work / "store"
    shutil.copytree(folder, store)
    entries = read_entries(store)
    if not entries:
        raise NotMeasured(f"{folder} holds no entry: name a folder that holds <category>/<slug>.md")
    return Corpus(folder.name, store, load(queries) if queries else generate(entries, seed))
