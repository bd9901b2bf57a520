"""What an index costs those who search it, against the settings. `docs/reference/settings.md` defines the sizes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from heapq import nlargest
from typing import Any

from ..config import SearchSettings
from ..errors import RequestError, together
from ..excerpt import MAX_BLOCKS
from . import format as fmt

WORDS = 2
HITS = 5
"""Words of the query and hits of the answer that `max_first_bytes` bounds; the dialog asks for so many hits first."""

_LEVEL = 6  # as static hosts compress
_NAMED = 5

Parts = list[tuple[str, int]]
"""What it is, for people, and its compressed bytes."""


def refuse_over_budget(files: Mapping[str, bytes], budget: SearchSettings, scripts: Iterable[bytes] = ()) -> None:
    """Raises `RequestError` where an index is larger than the settings allow, and names what contributes most.

    `scripts` are those of the site that are loaded up to a first answer, its styles among them.
    """
    if budget.max_total_bytes is None and budget.max_first_bytes is None:
        return
    index = _Sizes(files)
    refusals = []
    if (limit := budget.max_total_bytes) is not None and (size := sum(index.sizes.values())) > limit:
        refusals.append(_refusal("max_total_bytes", "the index takes", size, limit, index.contributors()))
    if (limit := budget.max_first_bytes) is not None:
        parts = [("scripts and styles", sum(map(_compressed, scripts))), *index.first_answer()]
        if (size := sum(part for _, part in parts)) > limit:
            refusals.append(_refusal("max_first_bytes", "a first answer may take", size, limit, parts))
    if refusals:
        raise together(refusals)


def _refusal(key: str, what: str, size: int, limit: int, parts: Parts) -> RequestError:
    largest = nlargest(_NAMED, parts, key=lambda part: part[1])
    told = ", ".join(f"{name}: {part:,}" for name, part in largest)
    return RequestError(
        "search_over_budget",
        f"{what} {size:,} bytes, compressed; `search: {key}:` allows {limit:,}; the largest parts are {told}",
        f"split, shorten or exclude entries, or raise `search: {key}:`",
        key,
    )


class _Sizes:
    """The files of an index, each compressed by itself."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.sizes = {name: _compressed(content) for name, content in files.items()}

    def first_answer(self) -> Parts:
        """The most that a first answer loads: manifest, words with their lists, and what is shown of the hits."""
        texts = [
            (f"text of {address}", self.sizes[name] + sum(self.sizes[block] for block in blocks[: MAX_BLOCKS - 1]))
            for address, name, _, blocks in self._texts()
        ]
        return [
            ("the manifest", self.sizes[fmt.MANIFEST]),
            *self._largest("a dictionary", WORDS, "runs", "fragments"),
            *self._largest("a list of entries by word", WORDS, "runs-postings", "fragments-postings"),
            *self._largest("paths and tags of entries", HITS, "entries"),
            *self._largest("addresses of pages", HITS, "pages"),
            *nlargest(HITS, texts, key=lambda part: part[1]),
        ]

    def contributors(self) -> Parts:
        """The whole index: by kind, and the texts by entry."""
        kinds: dict[str, int] = {}
        for name, size in self.sizes.items():
            kinds[_kind(name)] = kinds.get(_kind(name), 0) + size
        texts = [
            (f"text of {address}", round(self.sizes[name] * share) + sum(map(self.sizes.__getitem__, blocks)))
            for address, name, share, blocks in self._texts()
        ]
        return [*((f"all of {kind}", size) for kind, size in kinds.items() if kind not in ("texts", "blocks")), *texts]

    def _largest(self, what: str, most: int, *kinds: str) -> Parts:
        names = (name for name in self.sizes if _kind(name) in kinds)
        return [(what, size) for size in nlargest(most, (self.sizes[name] for name in names))]

    def _texts(self) -> Iterator[tuple[str, str, float, list[str]]]:
        """For each entry its address, the shard with its text, its share of it, and the names of more blocks."""
        manifest = self._value(fmt.MANIFEST)
        stores = [
            f"{row['tier']}/{row['name']}"
            for row in manifest["stores"]
            for _, count in row["folders"]
            for _ in range(count)
        ]
        number = 0
        for shard in manifest["entries"]:
            entries = self._value(shard)
            paths = iter(entries["paths"])
            for _, name in entries["texts"]:
                for row in self._value(name):
                    _, _, _, head, block, *more = row
                    share = len((head + block).encode()) / len(self._files[name])
                    yield f"{stores[number]}:{next(paths)}", name, share, more
                    number += 1

    def _value(self, name: str) -> Any:
        return json.loads(self._files[name])


def _kind(name: str) -> str:
    return name.rsplit("-", 1)[0].removesuffix(".json")


def _compressed(content: bytes) -> int:
    return len(gzip.compress(content, _LEVEL, mtime=0))
