"""What everyone must know: the always-applied entries of the stores that are admitted, for one page and one file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from ..model import Address, StoreId
from .addresses import HOME

if TYPE_CHECKING:
    from .site import EntryRef, Site

KILOBYTE = 1000


class AlwaysApplied:
    """The entries in the order of stores, then of categories."""

    address = f"{HOME}/always-applied.md"
    """Where the file for programs is published."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @cached_property
    def groups(self) -> list[tuple[StoreId, str, list[tuple[int, EntryRef]]]]:
        """Store, category and entries; each entry with a number of its own, from 1."""
        numbers = count(1)
        return [
            (named.id, category, [(next(numbers), entry) for entry in entries])
            for named in self._site.stores
            if named.id not in self._site.origins.withheld
            for category in self._site.registry.always_applied
            if (entries := self._site.entries_of(named.id, category))
        ]

    @property
    def entries(self) -> Sequence[EntryRef]:
        return [entry for _, _, entries in self.groups for _, entry in entries]

    @cached_property
    def markdown(self) -> str:
        """All of them as one Markdown text; a comment before each says its address."""
        parts = [f"# {self._site.strings('always.title')}"]
        for entry in self.entries:
            address = " ".join(str(Address(entry.store, entry.info.path)).split()).replace(">", "&gt;")
            parts += [f"<!-- {address} -->", self._site.read(entry.store, entry.info.path).strip("\r\n")]
        return "\n\n".join(parts) + "\n"

    @property
    def kilobytes(self) -> int:
        """The size of that text, rounded up."""
        return -(-len(self.markdown.encode()) // KILOBYTE)
