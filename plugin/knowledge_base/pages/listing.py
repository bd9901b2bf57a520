"""Long lists in parts, each a page: a reader never gets one endless list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from .addresses import MARKDOWN

if TYPE_CHECKING:
    from .site import EntryRef

T = TypeVar("T")

PART = 500
"""Entries on one page."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A part of a list: its entries, how many the whole list has, and the pages of all parts."""

    entries: Sequence[EntryRef]
    total: int
    number: int
    sources: Sequence[str]


def listings(source: str, entries: Sequence[EntryRef]) -> list[Listing]:
    """The parts of a list whose first page is `source`; one without entries for an empty list."""
    starts = range(0, len(entries), PART) or range(1)
    sources = [source if not at else f"{source.removesuffix(MARKDOWN)}/{at // PART + 1}{MARKDOWN}" for at in starts]
    return [Listing(entries[at : at + PART], len(entries), at // PART + 1, sources) for at in starts]


def lettered(items: Iterable[T], name_of: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    """Items by the first letter of their names, in the order in which they come."""
    return [(letter, list(group)) for letter, group in groupby(items, key=lambda item: name_of(item)[:1].upper())]
