"""All that rules can look at: every store and the docs at once, parsed once, each further thing made when asked for."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from ..categories import Registry
from ..config import Limits
from ..entries import Entry
from ..errors import OutsideError
from ..model import Finding, Place, StoreId
from .links import Link, find_links

Resolve = Callable[["Document", str], bool]
"""Whether a relative URL in a document leads to something that is published."""

Anchors = Callable[["Document"], frozenset[str]]
"""The anchors of the published page of a document."""


@dataclass(frozen=True)
class Folder:
    """A store as rules see it, or the docs. `readmes`: the READMEs of its categories follow the registry."""

    id: StoreId
    path: Path
    label: str
    entries: Mapping[str, Entry]
    readmes: bool = False


@dataclass(frozen=True)
class Document:
    """A text that is checked: an entry, a description of a category, or a page of the docs."""

    folder: Folder
    entry: Entry
    is_entry: bool

    @property
    def text(self) -> str:
        return self.entry.text

    @property
    def shown(self) -> str:
        """Its path as a person would type it, from the folder of the settings."""
        return f"{self.folder.label}/{self.entry.path}"

    @property
    def file(self) -> Path:
        return self.folder.path / self.entry.path

    def place(self, start: int, end: int | None = None) -> Place:
        """Where `text[start:end]` stands. A byte order mark takes no column, as in editors."""
        text = self.text
        line_start = text.rfind("\n", 0, start) + 1
        mark = line_start == 0 and text.startswith("\ufeff")
        column = max(start - line_start - mark, 0) + 1
        line_end = text.find("\n", start)
        last = min(start + 1 if end is None else end, len(text) if line_end < 0 else line_end)
        return Place(self.shown, text.count("\n", 0, start) + 1, column, column + max(last - start, 1))

    @property
    def top(self) -> Place:
        return Place(self.shown, 1, 1)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return _links(self.text, self.entry.body_start)


@lru_cache(maxsize=1 << 16)
def _links(text: str, body_start: int) -> tuple[Link, ...]:
    """Kept by the text: a rebuild of `mkdocs serve` parses what was edited."""
    return tuple(find_links(text, body_start))


def no_target(document: Document, url: str) -> bool:
    return False


@dataclass(frozen=True)
class Project:
    """Stores, docs and what is declared about them.

    `reported` are the findings that reading and laying out gave. `blocks` makes the text of each generated block; None
    for one that this caller cannot make. `anchors` is None where the extra `site` is not installed.
    """

    stores: Sequence[Folder]
    docs: Folder | None
    registry: Registry
    limits: Limits = field(default_factory=Limits)
    reported: Sequence[Finding] = ()
    blocks: Mapping[str, Callable[[], str] | None] = field(default_factory=dict)
    resolve: Resolve = no_target
    anchors: Anchors | None = None

    @cached_property
    def entries(self) -> tuple[Document, ...]:
        """The entries of all stores; descriptions of categories are none."""
        return tuple(document for document in self._in_stores if document.is_entry)

    @cached_property
    def pages(self) -> tuple[Document, ...]:
        """The pages of the documentation."""
        folder = self.docs
        return tuple(Document(folder, entry, False) for entry in folder.entries.values()) if folder else ()

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """Everything that has a text."""
        return (*self._in_stores, *self.pages)

    @cached_property
    def _in_stores(self) -> tuple[Document, ...]:
        return tuple(
            Document(folder, entry, not self.registry.is_description(path))
            for folder in self.stores
            for path, entry in folder.entries.items()
        )

    @cached_property
    def by_file(self) -> Mapping[str, Document]:
        """Documents by the absolute path of their file."""
        return {os.path.abspath(document.file): document for document in self.documents}

    @cached_property
    def by_path(self) -> Mapping[str, Document]:
        """Documents by the path that findings have."""
        return {document.shown: document for document in self.documents}

    def target(self, document: Document, path: str) -> Document | None:
        """The document that a relative path in another one names."""
        folder = posixpath.dirname(os.path.abspath(document.file))
        return self.by_file.get(posixpath.normpath(f"{folder}/{path}"))

    def anchored(self) -> Iterator[tuple[Document, Link, Document]]:
        """Every link to an anchor of a page that is made of one text: the document, the link, the page's document."""
        for document in self.documents:
            for link in document.links:
                if not link.anchor:
                    continue
                target = self.target(document, link.path) if link.path else document
                if target is not None and (
                    target.folder is self.docs or not self.registry.is_description(target.entry.path)
                ):
                    yield document, link, target

    def anchors_of(self, document: Document) -> frozenset[str]:
        """The anchors of a page as it is published, which takes the Markdown of the site."""
        if self.anchors is None:
            raise OutsideError(
                "site_extra_missing",
                "links to anchors cannot be checked: what renders the pages of the site is not installed",
                "run `pip install 'mkdocs-knowledge[site]'`, or leave the rule out with `--ignore KB060`",
            )
        key = document.shown
        if key not in self._anchors:
            self._anchors[key] = self.anchors(document)
        return self._anchors[key]

    @cached_property
    def _anchors(self) -> dict[str, frozenset[str]]:
        return {}

    def tagged(self) -> Iterator[tuple[Document, str, int, int]]:
        """Every tag as it is written: document, value, start, end."""
        for document in self.entries:
            for item in document.entry.frontmatter.items:
                yield document, item.value, item.start, item.end
