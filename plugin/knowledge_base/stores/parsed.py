"""Entries in memory as a store: count by brute force. The measure that every other store must equal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ..entries import Entry, NotTextError, parse
from ..excerpt import excerpts
from ..model import EntryInfo, Evidence, Finding, Place, Rule, Severity
from ..progress import told
from ..text import count, lower
from .base import entry_not_found


def by_place(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings of a store in their order."""
    return tuple(sorted(findings, key=lambda finding: (finding.place.path.encode(), finding.place.line or 0)))


class ParsedStore(ABC):
    """The store contract over parsed entries; where they come from is the subclass's business."""

    @property
    @abstractmethod
    def parsed(self) -> Mapping[str, Entry]:
        """The entries themselves by path, in UTF-8 order: what the index and the pages are made from."""

    label: str = ""
    """How places in this store are written in findings."""

    def finding(
        self, rule: Rule, path: str, line: int | None = None, column: int | None = None, **facts: str
    ) -> Finding:
        return Finding(rule, Severity.WARNING, Place(self.place(path), line, column), facts)

    def place(self, path: str) -> str:
        """Where a file of this store is, in findings."""
        return f"{self.label}/{path}" if self.label else path

    def parse_or_tell(self, path: str, raw: bytes, findings: list[Finding]) -> Entry | None:
        """The entry, or None and why it is left out; what is odd about an entry is told too."""
        try:
            entry = parse(path, raw)
        except NotTextError as error:
            rule = Rule.BINARY if error.kind == "binary" else Rule.NOT_UTF8
            line = raw.count(b"\n", 0, error.offset) + 1
            before = raw[raw.rfind(b"\n", 0, error.offset) + 1 : error.offset]
            column = len(before.decode("utf-8-sig", "replace")) + 1
            findings.append(self.finding(rule, path, line, column, byte=f"0x{raw[error.offset]:02x}"))
            return None
        if problem := entry.frontmatter.problem:
            line, column = entry.frontmatter.problem_line, entry.frontmatter.problem_column
            findings.append(self.finding(Rule.FRONTMATTER_IGNORED, path, line, column, reason=problem))
        return entry

    def entries(self) -> Sequence[EntryInfo]:
        return tuple(info_of(entry) for entry in self.parsed.values())

    def read(self, path: str) -> str:
        return self._entry(path).text

    def find(self, terms: Sequence[str]) -> Iterable[Evidence]:
        for path, entry in self.parsed.items():
            body = self._lowered_bodies[path]
            counts = tuple(count(body, term) for term in terms)
            if entry.tags or any(counts):
                yield Evidence(path, counts, entry.tags)

    def describe(self, path: str, terms: Sequence[str]) -> EntryInfo:
        entry = self._entry(path)
        return info_of(entry, excerpts(entry.body, terms))

    def findings(self) -> Sequence[Finding]:
        return ()

    def _entry(self, path: str) -> Entry:
        try:
            return self.parsed[path]
        except KeyError:
            raise entry_not_found(path) from None

    @cached_property
    def _lowered_bodies(self) -> Mapping[str, str]:
        return {path: lower(entry.body) for path, entry in told("searching entries", self.parsed.items())}


class MemoryStore(ParsedStore):
    """Files given as bytes by path. Raises `NotTextError` for bytes that are not text."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._parsed = {path: parse(path, files[path]) for path in sorted(files, key=str.encode)}

    @property
    def parsed(self) -> Mapping[str, Entry]:
        return self._parsed


def info_of(entry: Entry, shown: tuple[str, ...] = ()) -> EntryInfo:
    """What a store says of an entry."""
    return EntryInfo(entry.path, entry.title, entry.tags, entry.checksum, shown)
