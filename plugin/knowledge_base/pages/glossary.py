"""The glossary: its terms in order, and where a page first uses one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text import lower
from .addresses import Slugs
from .summary import summary

if TYPE_CHECKING:
    from .site import EntryRef

GLOSSARY = "glossary"
"""The category whose entries are the terms: the title is the term, the body what it means."""
DEFINITION = 300
SHORT = 1200
"""Characters of a body that the glossary shows whole; of a longer one it shows the start."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term, its definition in plain words, and its anchor on the page of the glossary."""

    name: str
    definition: str
    anchor: str
    entry: EntryRef
    is_short: bool


def terms(entries: Iterable[tuple[EntryRef, str]]) -> tuple[Term, ...]:
    """The terms of entries and their bodies, by name."""
    ordered = sorted(entries, key=lambda item: (lower(item[0].info.title), str(item[0].store), item[0].info.path))
    places = [f"{entry.info.title} {number or ''}" for number, entry in _numbered(entry for entry, _ in ordered)]
    slugs = Slugs("term", places)
    return tuple(
        Term(entry.info.title, summary(body, DEFINITION), f"term-{slugs[place]}", entry, len(body) <= SHORT)
        for (entry, body), place in zip(ordered, places, strict=True)
    )


def _numbered(entries: Iterable[EntryRef]) -> Iterable[tuple[int, EntryRef]]:
    """Each entry with how many before it have its title."""
    seen: dict[str, int] = {}
    for entry in entries:
        seen[entry.info.title] = seen.get(entry.info.title, -1) + 1
        yield seen[entry.info.title], entry
