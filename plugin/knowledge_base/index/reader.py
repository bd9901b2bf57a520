"""The published index as stores. The twin of `assets/index.js`; both pass the vectors, this one also the contract."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from ..categories import Registry
from ..errors import OutsideError, RequestError
from ..excerpt import excerpts
from ..model import Address, Category, EntryInfo, Finding, Retrieval, StoreId
from ..stores import Matches, Store, Table, entry_not_found
from ..text import count, lower
from . import format as fmt
from .lexicon import Counts, Lexicon
from .tags import Tags
from .terms import Terms


def open_index(directory: Path) -> OpenIndex:
    """Read the manifest of an index directory. Refuses what is no index, or one of another format, or no whole one."""
    file = directory / fmt.MANIFEST
    if not file.is_file():
        raise RequestError(
            "index_missing",
            f"there is no search index in {directory.as_posix()}",
            "write one with `kb index`, or name the folder that holds its manifest.json",
            directory.as_posix(),
        )
    return opened(directory, _decode(file, _read(file)), lambda name: _read(directory / name))


def opened(directory: Path, manifest: Any, read: Callable[[str], bytes]) -> OpenIndex:
    """The index of a manifest, whose files `read` gives by name."""
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != fmt.FORMAT:
        raise RequestError(
            "index_format_unknown",
            f"the index in {directory.as_posix()} has format {found!r}, this version reads {fmt.FORMAT}",
            "write it again with `kb index`, or use the version that wrote it",
            directory.as_posix(),
        )
    if missing := [key for key in fmt.KEYS if key not in manifest]:
        raise _damaged(directory / fmt.MANIFEST, f"it lacks {', '.join(f'`{key}`' for key in missing)}")
    return OpenIndex(directory, manifest, read)


@dataclass(frozen=True)
class EntryText:
    """What is shown of an entry."""

    title: str
    checksum: str
    tags: tuple[str, ...]
    head: str
    body: str


@dataclass(frozen=True)
class OpenIndex:
    """An index directory; shards are read when they are needed."""

    directory: Path
    manifest: dict[str, Any]
    read: Callable[[str], bytes]

    @cached_property
    def registry(self) -> Registry:
        """The categories with what search needs of them: name and retrieval."""
        return Registry(
            tuple(Category(row["name"], "", "", Retrieval(row["retrieval"]), "") for row in self.manifest["categories"])
        )

    @property
    def stores(self) -> tuple[tuple[StoreId, Store], ...]:
        return self._opened

    @cached_property
    def _opened(self) -> tuple[tuple[StoreId, IndexStore], ...]:
        ids = [StoreId(row["tier"], row["name"]) for row in self.manifest["stores"]]
        return tuple((id_, IndexStore(self, place)) for place, id_ in enumerate(ids))

    @cached_property
    def borders(self) -> list[int]:
        """Where the entries of each store begin, and where the last of them ends."""
        sizes = (sum(count for _, count in row["folders"]) for row in self.manifest["stores"])
        return [0, *accumulate(sizes)]

    @cached_property
    def paths(self) -> list[str]:
        return [path for name in self.manifest["entries"] for path in self.shard(name)["paths"]]

    @cached_property
    def tags(self) -> list[tuple[str, ...]]:
        """The tags of each entry."""
        names = self.tagged.names
        rows = (row for name in self.manifest["entries"] for row in self.shard(name)["tags"])
        return [tuple(names[number] for number in row) for row in rows]

    @cached_property
    def tagged(self) -> Tags:
        return Tags([self.shard(name) for _, name in self.manifest["tags"]])

    def text(self, number: int) -> EntryText:
        at, offset = divmod(number, self.manifest["entriesPerShard"])
        texts = self.shard(self.manifest["entries"][at])["texts"]
        first, name = texts[bisect_right([first for first, _ in texts], offset) - 1]
        title, checksum, tags, head, block, *more = self.shard(name)[offset - first]
        return EntryText(title, checksum, tuple(tags), head, block + "".join(map(self.shard, more)))

    def body(self, number: int) -> str:
        """The lower-cased body of an entry."""
        return lower(self.text(number).body)

    def copies(self, store: StoreId, info: EntryInfo) -> tuple[Address, ...]:
        """The other places of an entry's bytes, by number. Copies form a ring: each tells the next."""
        (opened,) = (opened for id_, opened in self._opened if id_ == store)
        number = opened.number(info.path)
        found: list[int] = []
        at = self._next_copy(number)
        while at != number and at not in found:
            found.append(at)
            at = self._next_copy(at)
        return tuple(self._address(copy) for copy in sorted(found))

    def _next_copy(self, number: int) -> int:
        at, offset = divmod(number, self.manifest["entriesPerShard"])
        found: int = self.shard(self.manifest["entries"][at]).get("copies", {}).get(str(offset), number)
        return found

    def _address(self, number: int) -> Address:
        store = next(id_ for id_, opened in self._opened if number < opened.end)
        return Address(store, self.paths[number])

    def always_applied(self) -> Sequence[Address]:
        """The always-applied entries by number."""
        wanted = (number for number, path in enumerate(self.paths) if self.registry.is_always_applied(path))
        return [self._address(number) for number in wanted]

    def words(self, initial: str) -> Iterable[str]:
        """The runs of letters and digits of all that is counted that start with a letter, up to `LONG` of them."""
        return Lexicon(self.manifest["runs"], self.shard).starting(initial)

    @cached_property
    def counted(self) -> list[bool]:
        """Whether the index counts an entry: those that can be hits."""
        return [self.registry.is_searched(path) for path in self.paths]

    @cached_property
    def matches(self) -> Callable[[str], tuple[tuple[Counts, Collection[int]], ...]]:
        """For each store, the occurrences of a term by entry, and the entries that have a tag like it.

        Occurrences are over all that the index counts.
        """
        terms = Terms(self.manifest, self.shard, self.body, [n for n, counted in enumerate(self.counted) if counted])

        def matches(term: str) -> tuple[tuple[Counts, Collection[int]], ...]:
            return tuple(zip(self._apart(terms.counts(term)), self._apart(self.tagged.like(term)), strict=True))

        return lru_cache(maxsize=64)(matches)

    def _apart(self, counts: Counts) -> list[Counts]:
        """The same by store, where entries are numbered anew."""
        if len(self.borders) == 2:
            return [counts]
        parts: list[Counts] = [{} for _ in self.manifest["stores"]]
        for number, times in counts.items():
            place = bisect_right(self.borders, number) - 1
            parts[place][number - self.borders[place]] = times
        return parts

    @cached_property
    def shard(self) -> Callable[[str], Any]:
        """The value of a shard, checked against the hash in its name."""
        return lru_cache(maxsize=1024)(self._shard)

    def _shard(self, name: str) -> Any:
        file = self.directory / name
        content = self.read(name)
        if hashlib.sha256(content).hexdigest()[:16] != name.rsplit("-", 1)[-1].removesuffix(".json"):
            raise _damaged(file, "its content is not what its name says")
        return _decode(file, content)


class IndexStore:
    """One store of an index, by its place in it."""

    def __init__(self, index: OpenIndex, place: int) -> None:
        self._index = index
        self._place = place
        self._first, self.end = index.borders[place : place + 2]

    def entries(self) -> Sequence[EntryInfo]:
        return tuple(self._info(number) for number in range(self._first, self.end))

    def read(self, path: str) -> str:
        text = self._index.text(self.number(path))
        return text.head + text.body

    def find(self, terms: Sequence[str]) -> Matches:
        found = [self._index.matches(term)[self._place] for term in terms]
        return Matches(
            self._table,
            tuple(counts for counts, _ in found),
            tuple(likely for _, likely in found),
            lambda number: tuple(count(self._lowered(number), term) for term in terms),
        )

    @cached_property
    def _table(self) -> Table:
        index, part = self._index, slice(self._first, self.end)
        counted = enumerate(index.counted[part])
        uncounted = frozenset(number for number, is_counted in counted if not is_counted)
        return Table(index.paths[part], index.tags[part], uncounted)

    @cached_property
    def _lowered(self) -> Callable[[int], str]:
        return lru_cache(maxsize=1024)(lambda number: self._index.body(self._first + number))

    def describe(self, path: str, terms: Sequence[str]) -> EntryInfo:
        return self._info(self.number(path), terms)

    def findings(self) -> Sequence[Finding]:
        return ()

    def _info(self, number: int, terms: Sequence[str] = ()) -> EntryInfo:
        text = self._index.text(number)
        shown = excerpts(text.body, terms) if terms else ()
        return EntryInfo(self._index.paths[number], text.title, text.tags, text.checksum, shown)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {path: number for number, path in enumerate(self._table.paths, self._first)}

    def number(self, path: str) -> int:
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
