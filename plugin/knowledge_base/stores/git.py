"""A folder of a commit as a store: nothing is checked out, and nothing of the source is trusted to be harmless."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import pathspec

from ..entries import Entry
from ..git import Tree
from ..model import Finding, Rule
from ..text import lower
from .folder import DEFAULT_INCLUDE
from .parsed import ParsedStore, by_place
from .spektacular_ignore import IGNORE_FILE, parse_ignore

LFS_POINTER = b"version https://git-lfs.github.com/spec/"


def below(paths: Iterable[str], folder: str) -> Iterator[tuple[str, str]]:
    """Paths in `folder` that are not hidden there, each with its path from there. The root is `.` or empty."""
    prefix = "" if folder in ("", ".") else f"{folder.strip('/')}/"
    for path in paths:
        if path.startswith(prefix):
            inside = path[len(prefix) :]
            if not any(part.startswith(".") for part in inside.split("/")):
                yield path, inside


def selected(tree: Tree, folder: str, include: Sequence[str], exclude: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """The files that a store at `folder` reads: path in the tree and path in the store."""
    included = pathspec.GitIgnoreSpec.from_lines(include)
    excluded = pathspec.GitIgnoreSpec.from_lines(exclude)
    for path, inside in below(tree.files, folder):
        if included.match_file(inside) and not excluded.match_file(inside):
            yield path, inside


def colliding(paths: Iterable[str]) -> set[str]:
    """Paths that some file systems cannot tell apart: equal after case folding and Unicode normalisation."""
    groups: dict[str, list[str]] = {}
    for path in paths:
        groups.setdefault(lower(unicodedata.normalize("NFC", path)), []).append(path)
    return {path for group in groups.values() if len(group) > 1 for path in group}


@dataclass(frozen=True)
class GitStore(ParsedStore):
    """Files of `tree` under the folder `path` that `include` matches and `exclude` does not, in gitignore syntax."""

    tree: Tree
    path: str
    label: str = ""
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()

    def findings(self) -> Sequence[Finding]:
        return self._scan[1]

    @property
    def parsed(self) -> Mapping[str, Entry]:
        return self._scan[0]

    @cached_property
    def dates(self) -> Mapping[str, str]:
        """The day on which each entry last changed (`YYYY-MM-DD`), for those where that is known."""
        return {inside: day for path, inside in below(self.tree.files, self.path) if (day := self.tree.dates.get(path))}

    @cached_property
    def _scan(self) -> tuple[dict[str, Entry], tuple[Finding, ...]]:
        findings: list[Finding] = []
        wanted = self._wanted(findings)
        for inside in sorted(colliding(wanted)):
            del wanted[inside]
            findings.append(self.finding(Rule.PATH_COLLISION, inside))
        entries = (self._parse(path, inside, findings) for inside, path in wanted.items())
        parsed = {entry.path: entry for entry in entries if entry is not None}
        return parsed, by_place(findings)

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be read; known without reading all. Names that collide do not count as nothing."""
        ignored = pathspec.GitIgnoreSpec.from_lines(self._ignored([]))
        return not any(
            self.tree.files[path].kind != "submodule"
            and not ignored.match_file(inside)
            and self._parse(path, inside, [])
            for path, inside in selected(self.tree, self.path, self.include, self.exclude)
        )

    def _wanted(self, findings: list[Finding]) -> dict[str, str]:
        """Path in the tree by path in the store, in the order of the store."""
        # Two lists: a `!pattern` of the store's own file must not bring back what the settings exclude.
        ignored = pathspec.GitIgnoreSpec.from_lines(self._ignored(findings))
        findings.extend(
            self.finding(Rule.NOT_UTF8, inside, byte="its name") for _, inside in below(self.tree.unreadable, self.path)
        )
        findings.extend(
            self.finding(Rule.SUBMODULE, inside)
            for path, inside in below(self.tree.files, self.path)
            if self.tree.files[path].kind == "submodule"
        )
        found = {
            inside: path
            for path, inside in selected(self.tree, self.path, self.include, self.exclude)
            if self.tree.files[path].kind != "submodule" and not ignored.match_file(inside)
        }
        return {inside: found[inside] for inside in sorted(found, key=str.encode)}

    def _ignored(self, findings: list[Finding]) -> list[str]:
        content = self.tree.content(posixpath.normpath(posixpath.join(self.path, IGNORE_FILE))) or b""
        try:
            patterns, odd_lines = parse_ignore(content)
        except UnicodeDecodeError:
            findings.append(self.finding(Rule.NOT_UTF8, IGNORE_FILE))
            return []
        findings.extend(
            self.finding(Rule.IGNORE_DIALECT, IGNORE_FILE, line=number, text=text) for number, text in odd_lines
        )
        return patterns

    def _parse(self, path: str, inside: str, findings: list[Finding]) -> Entry | None:
        real = self.tree.follow(path)
        if real is None or (real != path and self._is_hidden(real)):
            findings.append(self.finding(Rule.LINK_OUT_OF_SOURCE, inside))
            return None
        raw = self.tree.content(real)
        if raw is None:
            return None
        if raw.startswith(LFS_POINTER):
            findings.append(self.finding(Rule.LFS_POINTER, inside))
            return None
        return self.parse_or_tell(inside, raw, findings)

    def _is_hidden(self, path: str) -> bool:
        """Whether the target of a link is hidden; the folder of the store itself may be."""
        inside = path.removeprefix(f"{self.path.strip('/')}/")
        return any(part.startswith(".") for part in inside.split("/"))
