"""The published index as stores. The twin of `assets/index.js`; both pass the vectors, this one also the contract."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ..categories import Registry
from ..errors import OutsideError, RequestError
from ..excerpt import excerpts
from ..model import Category, EntryInfo, Evidence, Finding, Retrieval, StoreId
from ..stores import Store, entry_not_found
from ..text import is_run
from . import format as fmt

Counts = dict[int, int]
"""Occurrences of one term by the number of the entry; entries without it are absent."""


def open_index(directory: Path) -> OpenIndex:
    """Read the manifest of an index directory. Refuses what is no index, or one of another format."""
    file = directory / fmt.MANIFEST
    if not file.is_file():
        raise RequestError(
            "index_missing",
            f"there is no search index in {directory.as_posix()}",
            "write one with `kb index`, or name the folder that holds its manifest.json",
            directory.as_posix(),
        )
    manifest = _decode(file, _read(file))
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != fmt.FORMAT:
        raise RequestError(
            "index_format_unknown",
            f"the index in {directory.as_posix()} has format {found!r}, this version reads {fmt.FORMAT}",
            "write it again with `kb index`, or use the version that wrote it",
            directory.as_posix(),
        )
    return OpenIndex(directory, manifest)


@dataclass(frozen=True)
class OpenIndex:
    """An index directory; shards are read when they are needed."""

    directory: Path
    manifest: dict[str, Any]

    @cached_property
    def registry(self) -> Registry:
        """The categories with what search needs of them: name and retrieval."""
        return Registry(
            tuple(Category(row["name"], "", "", Retrieval(row["retrieval"]), "") for row in self.manifest["categories"])
        )

    @cached_property
    def stores(self) -> tuple[tuple[StoreId, Store], ...]:
        found: list[tuple[StoreId, Store]] = []
        first = 0
        for row in self.manifest["stores"]:
            end = first + sum(count for _, count in row["folders"])
            found.append((StoreId(row["tier"], row["name"]), IndexStore(self, first, end)))
            first = end
        return tuple(found)

    @cached_property
    def rows(self) -> list[tuple[str, str, str, list[str]]]:
        return [tuple(row) for name in self.manifest["entries"] for row in self.shard(name)]

    def text(self, number: int) -> tuple[str, str]:
        """Frontmatter and body of an entry."""
        firsts = [first for first, _ in self.manifest["texts"]]
        at = bisect_right(firsts, number) - 1
        head, body = self.shard(self.manifest["texts"][at][1])[number - firsts[at]]
        return head, body

    @cached_property
    def counts(self) -> Callable[[str], Counts]:
        """Occurrences of a term in every entry that holds it."""
        lexicons = {kind: Lexicon(self, self.manifest[kind]) for kind in ("runs", "tokens")}
        return lru_cache(maxsize=64)(lambda term: lexicons["runs" if is_run(term) else "tokens"].counts(term))

    @cached_property
    def shard(self) -> Callable[[str], Any]:
        """The value of a shard, checked against the hash in its name."""
        return lru_cache(maxsize=256)(self._shard)

    def _shard(self, name: str) -> Any:
        file = self.directory / name
        content = _read(file)
        if hashlib.sha256(content).hexdigest()[:16] != name.rsplit("-", 1)[-1].removesuffix(".json"):
            raise _damaged(file, "its content is not what its name says")
        return _decode(file, content)


class Lexicon:
    """Sorted words and their postings; a term is counted inside every word that holds it."""

    def __init__(self, index: OpenIndex, shards: dict[str, list[tuple[int, str]]]) -> None:
        self._index = index
        self._shards = shards

    @cached_property
    def _words(self) -> list[str]:
        return [word for _, name in self._shards["words"] for word in fmt.unpack_words(self._index.shard(name))]

    @cached_property
    def _haystack(self) -> tuple[str, list[int]]:
        """All words in one string, separated by a blank that no word holds, and where each starts."""
        starts = []
        at = 0
        for word in self._words:
            starts.append(at)
            at += len(word) + 1
        return "\n".join(self._words), starts

    @cached_property
    def _firsts(self) -> list[int]:
        return [first for first, _ in self._shards["postings"]]

    def counts(self, term: str) -> Counts:
        """Occurrences of `term` by entry: in a word, times the word in the entry, over all words that hold it."""
        haystack, starts = self._haystack
        found: Counts = {}
        at = haystack.find(term)
        while at >= 0:
            number = bisect_right(starts, at) - 1
            inside = self._words[number].count(term)
            for entry, count in fmt.unpack_postings(self._postings(number)):
                found[entry] = found.get(entry, 0) + inside * count
            at = haystack.find(term, starts[number] + len(self._words[number]))
        return found

    def _postings(self, number: int) -> str:
        at = bisect_right(self._firsts, number) - 1
        return self._lists(self._shards["postings"][at][1])[number - self._firsts[at]]

    @cached_property
    def _lists(self) -> Callable[[str], list[str]]:
        return lru_cache(maxsize=256)(lambda name: self._index.shard(name).split(" "))


class IndexStore:
    """One store of an index: the entries numbered from `first` up to `end`."""

    def __init__(self, index: OpenIndex, first: int, end: int) -> None:
        self._index = index
        self._first = first
        self._end = end

    def entries(self) -> Sequence[EntryInfo]:
        return tuple(self._info(number) for number in range(self._first, self._end))

    def read(self, path: str) -> str:
        head, body = self._index.text(self._number(path))
        return head + body

    def find(self, terms: Sequence[str]) -> Iterable[Evidence]:
        per_term = [self._index.counts(term) for term in terms]
        for number in range(self._first, self._end):
            counts = tuple(found.get(number, 0) for found in per_term)
            path, _, _, tags = self._index.rows[number]
            if tags or any(counts):
                yield Evidence(path, counts, tuple(tags))

    def describe(self, path: str, terms: Sequence[str]) -> EntryInfo:
        number = self._number(path)
        return self._info(number, excerpts(self._index.text(number)[1], terms) if terms else ())

    def findings(self) -> Sequence[Finding]:
        return ()

    def _info(self, number: int, shown: tuple[str, ...] = ()) -> EntryInfo:
        path, title, checksum, tags = self._index.rows[number]
        return EntryInfo(path, title, tuple(tags), checksum, shown)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {self._index.rows[number][0]: number for number in range(self._first, self._end)}

    def _number(self, path: str) -> int:
        try:
            return self._numbers[path]
        except KeyError:
            raise entry_not_found(path) from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise _damaged(file, error.strerror or str(error)) from None


def _decode(file: Path, content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise _damaged(file, "it is no JSON") from None


def _damaged(file: Path, reason: str) -> OutsideError:
    return OutsideError(
        "index_damaged",
        f"the search index cannot be read: {file.as_posix()}: {reason}",
        "write the index again",
        file.as_posix(),
    )
