"""Which files of a source are used: entries, pages, and the images that they can show."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import pathspec

from ..config import PageSettings, Settings, StoreSettings
from ..git import Tree
from ..stores.git import below, selected
from ..stores.spektacular_ignore import IGNORE_FILE

IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg"})
_IMAGE_END = re.compile("|".join(re.escape(suffix) for suffix in sorted(IMAGES)), re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")


@dataclass(frozen=True)
class Wanted:
    """What the settings take from one source."""

    stores: Sequence[StoreSettings]
    pages: Sequence[PageSettings]

    @classmethod
    def of(cls, source: str, settings: Settings) -> Wanted:
        return cls(
            [store for store in settings.stores if store.source == source],
            [pages for pages in settings.pages if pages.source == source],
        )

    def paths(self, tree: Tree) -> set[str]:
        """The paths in `tree` whose content is needed, as far as the contents that are there already tell."""
        documents = {
            path for store in self.stores for path, _ in selected(tree, store.written, store.include, store.exclude)
        }
        for pages in self.pages:
            documents.update(pages_of(tree, pages))
        found = documents | {path for store in self.stores for path in _ignore_files(tree, store)}
        # Links are short, and any document can lead to any of them.
        found |= {path for path, file in tree.files.items() if file.kind == "link"}
        found |= {real for path in documents if (real := tree.follow(path)) is not None}
        return {path for path in found | set(_images(tree, documents)) if tree.files[path].kind != "submodule"}


def pages_of(tree: Tree, pages: PageSettings) -> list[str]:
    """The documents that `pages` names: Markdown files that are not hidden below the fixed part of its pattern."""
    pattern = pathspec.GitIgnoreSpec.from_lines([f"/{pages.files}"])
    return sorted(
        (path for path, _ in below(tree.files, pages.fixed) if path.endswith(".md") and pattern.match_file(path)),
        key=str.encode,
    )


def _ignore_files(tree: Tree, store: StoreSettings) -> Iterator[str]:
    path = posixpath.normpath(posixpath.join(store.written, IGNORE_FILE))
    if path in tree.files:
        yield path


def _images(tree: Tree, documents: Iterable[str]) -> Iterator[str]:
    """Images whose names a document mentions in any way of writing; more than are shown, never fewer."""
    images = [path for path in tree.files if posixpath.splitext(path)[1].lower() in IMAGES]
    if not images:
        return
    names = {posixpath.basename(path) for path in images}
    mentioned: set[str] = set()
    for path in documents:
        text = unquote(html.unescape(_ESCAPE.sub("", (tree.content(path) or b"").decode("utf-8", "replace"))))
        mentioned |= _mentioned(text, names)
    for path in images:
        if posixpath.basename(path) in mentioned:
            yield path
            if (real := tree.follow(path)) is not None:
                yield real


def _mentioned(text: str, names: set[str]) -> set[str]:
    lengths = sorted({len(name) for name in names})
    found = set()
    for match in _IMAGE_END.finditer(text):
        for length in lengths:
            name = text[max(0, match.end() - length) : match.end()]
            if name in names:
                found.add(name)
    return found
