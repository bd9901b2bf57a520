"""A dictionary of the published index: sorted words in shards, each word with its postings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from . import format as fmt

Counts = dict[int, int]
"""Occurrences of one term by the number of the entry; entries without it are absent."""
Shards = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A word as listed. Its postings are one pair, or a list: the name of a shard and a place in it."""

    text: str
    aggregated: bool
    only: tuple[int, int] | None
    postings: tuple[str, int] | None


class Lexicon:
    """Words and postings of one kind. `shards` are (first word, name)."""

    def __init__(self, shards: Sequence[tuple[str, str]], shard: Shards) -> None:
        self._shards = shards
        self._firsts = [fmt.order(first) for first, _ in shards]
        self._shard = shard
        self._words_of = lru_cache(maxsize=1024)(self._decode)
        self._lists = lru_cache(maxsize=1024)(lambda name: shard(name).split(" "))

    @property
    def shards(self) -> int:
        """So many are read to find the words that hold a term."""
        return len(self._shards)

    def word(self, text: str) -> Word | None:
        """The word, if the dictionary lists it."""
        at = bisect_right(self._firsts, fmt.order(text)) - 1
        return self._words_of(self._shards[at][1]).get(text) if at >= 0 else None

    def holders(self, term: str) -> list[Word]:
        """The words that hold `term`, the shortest first."""
        found = []
        haystack, starts, words = self._haystack
        at = haystack.find(term)
        while at >= 0:
            number = bisect_right(starts, at) - 1
            found.append(words[number])
            at = haystack.find(term, starts[number] + len(words[number].text))
        return sorted(found, key=lambda word: len(word.text))

    def starting(self, initial: str) -> Iterator[str]:
        """The words that start with a character."""
        first = max(0, bisect_right(self._firsts, fmt.order(initial)) - 1)
        for start, name in self._shards[first:]:
            if start > initial and not start.startswith(initial):
                return
            yield from (word for word in self._words_of(name) if word.startswith(initial))

    def counts(self, word: Word) -> Counts:
        """What the postings of a word count."""
        if word.only:
            return dict([word.only])
        name, place = word.postings or ("", 0)
        return fmt.unpack_postings(self._lists(name)[place])

    @cached_property
    def _haystack(self) -> tuple[str, list[int], list[Word]]:
        """All words in one string, separated by a blank that no word holds, and where each starts."""
        words = [word for _, name in self._shards for word in self._words_of(name).values()]
        starts = []
        at = 0
        for word in words:
            starts.append(at)
            at += len(word.text) + 1
        return "\n".join(word.text for word in words), starts, words

    def _decode(self, name: str) -> dict[str, Word]:
        shard = self._shard(name)
        return {word.text: word for word in _words(shard)}


def _words(shard: dict[str, Any]) -> Iterator[Word]:
    singles = fmt.unpack_numbers(shard["singles"])
    firsts = [first for first, _ in shard["postings"]]
    number = 0
    for text, kind in zip(fmt.unpack_words(shard["words"]), shard["kinds"], strict=True):
        aggregated = kind in "Aa"
        if kind in "ae":
            yield Word(text, aggregated, (next(singles), next(singles) + 1), None)
        else:
            at = bisect_right(firsts, number) - 1
            yield Word(text, aggregated, None, (shard["postings"][at][1], number - firsts[at]))
            number += 1
