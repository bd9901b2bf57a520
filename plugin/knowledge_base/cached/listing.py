"""What lies in the folders of the local stores right now, without opening a file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..stores.spektacular_ignore import IGNORE_FILE

Stamp = list[int]
"""Size, time of the last change of the content, and of the file (its permissions, its name), in nanoseconds."""


@dataclass
class Listing:
    """The files of one store that are not hidden, whatever the settings say of them.

    `others` are those of which only the name matters: nobody reads them. `links` lead to files, which nobody watches.
    """

    stamps: dict[str, Stamp] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ignored: str | None = None
    """The patterns of the store's own file, as text; None without one."""

    @classmethod
    def of(cls, folder: Path, selected: Collection[str] | None = None) -> Listing:
        """Raises `OSError` where a folder cannot be read. With `selected`, only these are looked at."""
        found = cls()
        try:
            found.ignored = (folder / IGNORE_FILE).read_bytes().decode("latin-1")
        except FileNotFoundError:
            found.ignored = None
        for path, item in _walk(os.fspath(folder), ""):
            if item.is_symlink():
                (found.others if item.is_dir() else found.links).append(path)
            elif selected is None or path in selected:
                status = item.stat(follow_symlinks=False)
                found.stamps[path] = [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
            else:
                found.others.append(path)
        found.others.sort()
        return found

    def of_selected(self, selected: Collection[str]) -> Listing:
        """The same, where all but `selected` are others."""
        stamps = {path: stamp for path, stamp in self.stamps.items() if path in selected}
        others = sorted([*self.others, *(path for path in self.stamps if path not in selected)])
        return Listing(stamps, others, self.links, self.ignored)


def _walk(folder: str, prefix: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as items:
        for item in items:
            if item.name.startswith("."):
                continue
            path = prefix + item.name
            if item.is_dir(follow_symlinks=False):
                yield from _walk(item.path, f"{path}/")
            else:
                yield path, item
