"""The tags of the published index: which entries carry one that a term may match."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any

from . import format as fmt
from .lexicon import Counts


class Tags:
    """All tags in their order, each with the entries that carry it."""

    def __init__(self, shards: Sequence[Mapping[str, Any]]) -> None:
        self.names: list[str] = [name for shard in shards for name in shard["names"]]
        self._postings: list[str] = [packed for shard in shards for packed in shard["postings"]]

    def like(self, term: str) -> Counts:
        """The entries with a tag that starts `term`, or that `term` starts."""
        found: Counts = {}
        for number in self._related(term):
            found |= fmt.unpack_postings(self._postings[number])
        return found

    def _related(self, term: str) -> Iterator[int]:
        for end in range(1, len(term)):
            if (number := self._numbers.get(term[:end])) is not None:
                yield number
        for number in count(bisect_left(self.names, fmt.order(term), key=fmt.order)):
            if number == len(self.names) or not self.names[number].startswith(term):
                return
            yield number

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}
