"""What only all stores together can tell: which entries are copies of each other, which words there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Protocol

from .categories import Registry
from .entries import split
from .index.pieces import RUN, class_of, pieces
from .model import Address, EntryInfo, StoreId
from .stores import Store
from .text import lower


class Survey(Protocol):
    """Answered by a published index, or by reading every entry."""

    def copies(self, store: StoreId, info: EntryInfo) -> Sequence[Address]:
        """The other places of an entry's bytes, in the order of the stores and of their entries."""

    def always_applied(self) -> Sequence[Address]:
        """The always-applied entries, in the order of the stores and of their entries, without descriptions."""

    def words(self, initial: str) -> Iterable[str]:
        """The runs of letters and digits that start with `initial`, in the bodies of entries that can be hits."""


class Scan:
    """The survey of stores that have no index."""

    def __init__(self, stores: Sequence[tuple[StoreId, Store]], registry: Registry) -> None:
        self._stores = stores
        self._registry = registry

    def copies(self, store: StoreId, info: EntryInfo) -> Sequence[Address]:
        own = Address(store, info.path)
        return tuple(place for place in self._places[info.checksum] if place != own)

    def always_applied(self) -> Sequence[Address]:
        return [
            Address(id_, info.path)
            for id_, store in self._stores
            for info in store.entries()
            if self._registry.is_always_applied(info.path)
        ]

    def words(self, initial: str) -> Iterable[str]:
        return {
            piece
            for _, store in self._stores
            for info in store.entries()
            if self._registry.is_searched(info.path)
            for piece in pieces(_lowered_body(store.read(info.path)))
            if piece.startswith(initial) and class_of(initial) == RUN
        }

    @cached_property
    def _places(self) -> dict[str, list[Address]]:
        found: dict[str, list[Address]] = {}
        for id_, store in self._stores:
            for info in store.entries():
                found.setdefault(info.checksum, []).append(Address(id_, info.path))
        return found


def _lowered_body(text: str) -> str:
    return lower(text[split(text).body_start :])
