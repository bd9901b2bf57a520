"""What was read of a local store, and how its files lay before: enough to say what of it is another now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..stores import FolderStore
from .listing import Listing, Stamp

RACY_NS = 2_000_000_000
"""Two changes of a file this close to each other may leave the same time."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of one store. `doubt` holds those whose time does not tell whether they are as they were read."""

    stamps: Mapping[str, Stamp]
    others: list[str]
    links: list[str]
    ignored: str | None
    checksums: Mapping[str, str | None]
    """None for a file that could not be read."""
    doubt: list[str]

    @classmethod
    def of(cls, listing: Listing, checksums: Mapping[str, str | None], clock: int) -> Snapshot | None:
        """What was read after a listing that was made at `clock`; None where it could not be told from later."""
        mine = listing.of_selected(checksums.keys())
        if mine.links or mine.stamps.keys() != checksums.keys():
            return None
        doubt = [path for path, (_, *times) in mine.stamps.items() if max(times) >= clock - RACY_NS]
        return cls(mine.stamps, mine.others, mine.links, mine.ignored, checksums, doubt)

    @classmethod
    def of_store(cls, store: FolderStore, listing: Listing, clock: int) -> Snapshot | None:
        """The same of a store that has been read."""
        checksums: dict[str, str | None] = {info.path: info.checksum for info in store.entries()}
        bad = set(store.selected) - checksums.keys()
        made = cls.of(listing, checksums | {path: checksum(store.folder / path) for path in bad}, clock)
        # What was read of these is not known any more, so they must lie as they lay.
        if made and bad and Listing.of(store.folder, bad).stamps != {path: made.stamps[path] for path in bad}:
            return None
        return made

    @classmethod
    def loads(cls, value: Mapping[str, Any]) -> Snapshot:
        """From what `plain` gave. Raises `KeyError` for anything else."""
        return cls(*(value[name] for name in cls.__slots__))

    def plain(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def has_same_names(self, now: Listing) -> bool:
        """Whether the same files are there, and would be read."""
        mine = (self.others, self.links, self.ignored, self.stamps.keys())
        return mine == (now.others, now.links, now.ignored, now.stamps.keys())

    def edited(self, folder: Path, now: Listing) -> Iterator[str]:
        """The files whose content is another."""
        doubt = {*self.doubt, *(path for path, stamp in now.stamps.items() if stamp != self.stamps[path])}
        for path in doubt:
            is_same_size = now.stamps[path][0] == self.stamps[path][0]
            if not is_same_size or checksum(folder / path) != (self.checksums[path] or "unreadable"):
                yield path


def checksum(file: Path) -> str | None:
    """None for a file that cannot be read, which is never like any other."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None
