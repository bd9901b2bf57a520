"""A store as it was read the last time, but for the few entries that were edited since: nothing else is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..entries import Entry
from ..model import EntryInfo, Evidence, Finding
from ..stores import FolderStore, Store, by_place, info_of
from .plain import store_of


@dataclass(frozen=True)
class Remembered:
    """What `store` would say; it is asked only for what is not known.

    `edited` holds the entries that were read again, by path.
    """

    store: Store
    infos: Mapping[str, EntryInfo]
    found: Sequence[Finding]
    edited: Mapping[str, Entry]
    checksums: Mapping[str, str | None]
    """Of all files that the settings select; None for one that cannot be read."""

    @classmethod
    def of(
        cls, store: Store, known: Sequence[Any], checksums: Mapping[str, str | None], edited: Iterable[str]
    ) -> Remembered | None:
        """Of what `plain_store` gave. None where an edited file is no entry, or was none."""
        infos, found = store_of(known)
        entries: dict[str, Entry] = {}
        for path in edited:
            if path not in infos or not isinstance(store, FolderStore):
                return None
            found = [finding for finding in found if finding.place.path != store.place(path)]
            entry = store.parse_file(path, found)
            if entry is None:
                return None
            entries[path], infos[path] = entry, info_of(entry)
        read = {path: entry.checksum for path, entry in entries.items()}
        return cls(store, infos, by_place(found), entries, {**checksums, **read})

    @property
    def label(self) -> str:
        return getattr(self.store, "label", "")

    def entries(self) -> Sequence[EntryInfo]:
        return tuple(self.infos.values())

    def read(self, path: str) -> str:
        return self.edited[path].text if path in self.edited else self.store.read(path)

    def find(self, terms: Sequence[str]) -> Iterable[Evidence]:
        return self.store.find(terms)

    def describe(self, path: str, terms: Sequence[str]) -> EntryInfo:
        return self.store.describe(path, terms)

    def findings(self) -> Sequence[Finding]:
        return self.found
