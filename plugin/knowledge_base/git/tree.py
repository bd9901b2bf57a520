"""The files of a commit, by path. Only their names are known here; contents come from the repository."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

MOST_LINKS = 8


@dataclass(frozen=True, slots=True)
class TreeFile:
    """One name in a commit: `kind` is `file`, `link` or `submodule`, `oid` names its content."""

    kind: str
    oid: str


_KINDS = {b"120000": "link", b"160000": "submodule"}


def parse_tree(listing: bytes) -> tuple[dict[str, TreeFile], tuple[str, ...]]:
    """The answer of `git ls-tree -r -z`: the files by path, and the paths that are no UTF-8, made readable."""
    files: dict[str, TreeFile] = {}
    unreadable = []
    for record in listing.split(b"\0")[:-1]:
        facts, _, raw = record.partition(b"\t")
        mode, _, oid = facts.split(b" ", 2)
        try:
            path = raw.decode()
        except UnicodeDecodeError:
            unreadable.append(raw.decode("utf-8", "backslashreplace"))
            continue
        files[path] = TreeFile(_KINDS.get(mode, "file"), oid.decode())
    return files, tuple(unreadable)


@dataclass(frozen=True)
class Tree:
    """A commit with the contents that were asked for. `contents` is by object, `dates` by path (`YYYY-MM-DD`).

    A path that `dates` lacks changed at an unknown time.
    """

    commit: str
    files: Mapping[str, TreeFile]
    unreadable: tuple[str, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    dates: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder, without a slash at its end; the root is the empty string."""
        found = {""}
        for path in self.files:
            while (path := posixpath.dirname(path)) not in found:
                found.add(path)
        return frozenset(found)

    def follow(self, path: str) -> str | None:
        """The path of the regular file that `path` is or links to; None where that leaves the tree or goes nowhere."""
        for _ in range(MOST_LINKS):
            file = self.files.get(path)
            if file is None or file.kind == "submodule":
                return None
            if file.kind == "file":
                return path
            target = self.contents.get(file.oid, b"").decode("utf-8", "replace")
            if not target or target.startswith("/"):
                return None
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        return None

    def content(self, path: str) -> bytes | None:
        """The bytes at `path`, links followed; None for what is not there or was not asked for."""
        real = self.follow(path)
        return None if real is None else self.contents.get(self.files[real].oid)
