"""Addresses of pages: safe in URLs, one page each. `docs/reference/site.md` lists them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..model import StoreId
from ..text import lower, runs

HOME = "knowledge"
GLOSSARY_SOURCE = f"{HOME}/glossary.md"
TAGS_SOURCE = f"{HOME}/tags.md"
MARKDOWN = ".md"


def slug(text: str, fallback: str) -> str:
    """Lower-case letters and digits, of any script, joined by single hyphens."""
    return "-".join(runs(lower(unicodedata.normalize("NFC", text)))) or fallback


class Slugs:
    """Slugs of one kind of page. Of texts with one slug, the later in order get `-2`, `-3`, …"""

    def __init__(self, fallback: str, texts: Iterable[str]) -> None:
        self._of: dict[str, str] = {}
        self.collisions: list[tuple[str, str]] = []
        """(text, slug) of those that could not have the slug of their own."""
        taken: set[str] = set()
        for text in texts:
            if text in self._of:
                continue
            wanted = found = slug(text, fallback)
            number = 2
            while found in taken:
                found = f"{wanted}-{number}"
                number += 1
            if found != wanted:
                self.collisions.append((text, found))
            taken.add(found)
            self._of[text] = found

    def __getitem__(self, text: str) -> str:
        return self._of[text]


def entry_source(store: StoreId, path: str) -> str:
    """The path of an entry's page among the sources of the site; it always ends with `.md`."""
    source = f"{HOME}/{store.tier}/{store.name}/{path}"
    return source if path.endswith(MARKDOWN) else source + MARKDOWN
