"""Stores in, files of the published index out. Same input, same bytes: no clock, no path, no floats, no disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ..categories import Registry
from ..entries import split
from ..excerpt import blocks
from ..model import EntryInfo, StoreId, category_of
from ..stores import Store
from ..text.unicode import DENSE, LOWER, WHITESPACE, WORD
from . import format as fmt
from .counting import Occurrences, Tallier
from .filter import make_filter
from .words import Listed, choose

Constants = Mapping[str, "int | float"]
Add = Callable[[str, Any], str]
"""Adds a file of a kind with a value; gives its name."""


def build(
    stores: Sequence[tuple[StoreId, Store]],
    registry: Registry,
    constants: Constants,
    pages: Sequence[str] | None = None,
) -> dict[str, bytes]:
    """The files of an index by name.

    Entries are numbered through all stores, in the order that breaks ties. `constants` are those of the formula and
    of the excerpts. `pages` holds the address of each entry's page, relative to the root of the site, if there is one.
    """
    files: dict[str, bytes] = {}

    def add(kind: str, value: Any) -> str:
        content = fmt.dumps(value)
        name = fmt.shard_name(kind, content)
        files[name] = content
        return name

    occurrences = Occurrences()
    tallier = Tallier()
    searched = 0
    listed = [(id_, store, store.entries()) for id_, store in stores]
    entries = _Entries(add, fmt.entries_per_shard(sum(len(infos) for _, _, infos in listed)))
    store_rows = []
    for id_, store, infos in listed:
        for info in infos:
            text = store.read(info.path)
            body_start = split(text).body_start
            if registry.is_description(info.path):
                entries.descriptions.append(len(entries.paths))
            if registry.is_searched(info.path):
                occurrences.add(len(entries.paths), tallier.tally(info.title, text[body_start:]))
                searched += 1
            entries.add(info, text[:body_start], text[body_start:])
        folders = groupby(category_of(info.path) for info in infos)
        rows = [[folder, len(list(group))] for folder, group in folders]
        store_rows.append({"tier": id_.tier, "name": id_.name, "folders": rows})
    words = choose(occurrences, searched)
    manifest: dict[str, Any] = {
        "format": fmt.FORMAT,
        "constants": {name: value if isinstance(value, int) else fmt.bits(value) for name, value in constants.items()},
        "unicode": {
            "blank": [number for row in WHITESPACE for number in row],
            "dense": [number for row in DENSE for number in row],
            "lower": [number for row in LOWER for number in row],
            "word": [number for row in WORD for number in row],
        },
        "categories": [{"name": c.name, "retrieval": c.retrieval.value} for c in registry],
        "stores": store_rows,
        "descriptions": entries.descriptions,
        "entriesPerShard": entries.per_shard,
        **entries.finished(),
        "runs": _lexicon("runs", words.runs, add),
        "marks": _lexicon("marks", words.marks, add),
        "fragments": _lexicon("fragments", words.fragments, add),
        "long": _lexicon("long", words.long, add),
        "longFilter": add("filter", make_filter(words.long)),
    }
    if pages is not None:
        addresses = [_address(page, path) for page, path in zip(pages, entries.paths, strict=True)]
        step = entries.per_shard
        manifest["pages"] = [add("pages", addresses[at : at + step]) for at in range(0, len(pages), step)]
    files[fmt.MANIFEST] = fmt.dumps(manifest)
    return files


def _address(page: str, path: str) -> str:
    """The address of a page with a tab where it repeats the path, so that most addresses of a store are equal."""
    stem = path.removesuffix(".md")
    return page.replace(stem, "\t", 1)


@dataclass
class _Entries:
    """What is shown of entries, written as they come, so that their texts are held once."""

    _add: Add
    per_shard: int
    paths: list[str] = field(default_factory=list)
    descriptions: list[int] = field(default_factory=list)
    _tagged: dict[str, list[int]] = field(default_factory=dict)
    _shards: list[tuple[list[EntryInfo], list[Any]]] = field(default_factory=list)
    _infos: list[EntryInfo] = field(default_factory=list)
    _texts: list[list[Any]] = field(default_factory=list)
    _rows: list[list[Any]] = field(default_factory=list)
    _bytes: int = 0

    def add(self, info: EntryInfo, head: str, body: str) -> None:
        for tag in info.tags:
            self._tagged.setdefault(tag, []).append(len(self.paths))
        block, *more = blocks(body)
        size = len(head) + len(block)
        if self._rows and self._bytes + size > fmt.TEXTS_BYTES:
            self._end_of_texts()
        names = [self._add("blocks", later) for later in more]
        self._rows.append([info.title, info.checksum, list(info.tags), head, block, *names])
        self._bytes += size
        self._infos.append(info)
        self.paths.append(info.path)
        if len(self._infos) == self.per_shard:
            self._end_of_shard()

    def _end_of_texts(self) -> None:
        self._texts.append([len(self._infos) - len(self._rows), self._add("texts", self._rows)])
        self._rows = []
        self._bytes = 0

    def _end_of_shard(self) -> None:
        if self._infos:
            self._end_of_texts()
            self._shards.append((self._infos, self._texts))
            self._infos, self._texts = [], []

    def finished(self) -> dict[str, Any]:
        """The keys `entries` and `tags` of the manifest."""
        self._end_of_shard()
        tags = sorted(self._tagged, key=fmt.order)
        number_of = {tag: number for number, tag in enumerate(tags)}
        packed = [fmt.pack_postings((entry, 1) for entry in self._tagged[tag]) for tag in tags]
        sizes = (len(tag.encode()) + len(postings) for tag, postings in zip(tags, packed, strict=True))
        copies = self._copies()
        return {
            "tags": [
                [tags[first], self._add("tags", {"names": tags[first:end], "postings": packed[first:end]})]
                for first, end in fmt.batches(sizes, fmt.TAGS_BYTES)
            ],
            "entries": [
                self._add(
                    "entries",
                    {
                        "paths": [info.path for info in infos],
                        "tags": [[number_of[tag] for tag in info.tags] for info in infos],
                        "texts": texts,
                        **({"copies": copies[at]} if at in copies else {}),
                    },
                )
                for at, (infos, texts) in enumerate(self._shards)
            ],
        }

    def _copies(self) -> dict[int, dict[str, int]]:
        """By shard and offset, the next entry with the same bytes; after the last comes the first."""
        places: dict[str, list[int]] = {}
        for number, info in enumerate(info for infos, _ in self._shards for info in infos):
            places.setdefault(info.checksum, []).append(number)
        found: dict[int, dict[str, int]] = {}
        for numbers in places.values():
            if len(numbers) > 1:
                for number, following in zip(numbers, numbers[1:] + numbers[:1], strict=True):
                    at, offset = divmod(number, self.per_shard)
                    found.setdefault(at, {})[str(offset)] = following
        return found


def _lexicon(kind: str, words: Listed, add: Add) -> list[list[str]]:
    """Sorted words in shards, each with the names of the shards that hold their postings.

    No term is looked up among the long words, which would fill the manifest.
    """
    ordered = sorted(words, key=fmt.order)
    sizes = (len(word) // 2 + (1 if words[word][0] in "AE" else 5) for word in ordered)
    return [
        ["" if kind == "long" else ordered[first], add(kind, _lexicon_shard(kind, ordered[first:end], words, add))]
        for first, end in fmt.batches(sizes, fmt.LEXICON_BYTES)
    ]


def _lexicon_shard(kind: str, ordered: Sequence[str], words: Listed, add: Add) -> dict[str, Any]:
    listed = [words[word] for word in ordered]
    lists = [packed[1:] for packed in listed if packed[0] in "AE"]
    return {
        "words": fmt.pack_words(ordered),
        "kinds": "".join(packed[0] for packed in listed),
        "singles": "".join(packed[1:] for packed in listed if packed[0] in "ae"),
        "postings": [
            [first, add(f"{kind}-postings", " ".join(lists[first:end]))]
            for first, end in fmt.batches(map(len, lists), fmt.POSTINGS_BYTES)
        ],
    }


def sizes(files: Mapping[str, bytes]) -> Iterable[tuple[str, int]]:
    """Bytes of an index by kind of file, largest first."""
    totals: Counter[str] = Counter()
    for name, content in files.items():
        totals[name.rsplit("-", 1)[0].removesuffix(".json")] += len(content)
    return totals.most_common()
