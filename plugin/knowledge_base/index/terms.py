"""A term in, exact counts out: from one list, solved from the lists of words that hold it, or counted on texts.

The twin of `assets/terms.js`. `docs/reference/index-format.md` explains why the counts are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..text import count, words
from .filter import may_hold
from .joints import Joints
from .lexicon import Counts, Lexicon, Shards, Word
from .pieces import MARK, PAIR, RUN, class_of, kind_of, pairs, pieces
from .words import LONG

_SHORT = 3
"""A joint has so many characters."""


class Terms:
    """Counts of terms. `body` gives the lower-cased body of an entry, `entries` are those that the index counts."""

    def __init__(
        self, manifest: Mapping[str, Any], shard: Shards, body: Callable[[int], str], entries: Sequence[int]
    ) -> None:
        self._runs, self._marks, self._fragments, self._long = (
            Lexicon(manifest[name], shard) for name in ("runs", "marks", "fragments", "long")
        )
        size = sum(count for store in manifest["stores"] for _, count in store["folders"])
        self._joints = Joints(manifest["joints"], size, shard)
        self._filter: Callable[[], str] = lambda: shard(manifest["longFilter"])
        self._body = body
        self._entries = entries

    def counts(self, term: str) -> Counts:
        """Occurrences of a term in every entry that holds it."""
        if " " in term:
            return self._on_texts(term, self._holders_of_all(words(term)))
        kind = kind_of(term)
        if kind == RUN:
            word = self._runs.word(term)
            return self._runs.counts(word) if word and word.aggregated else self._solved(term, self._runs)
        if kind == MARK:
            return self._solved(term, self._marks)
        fragment = self._fragments.word(term)
        if fragment:
            return self._fragments.counts(fragment)
        if kind == PAIR and len(term) <= 2:
            return {}
        return self._on_texts(term, self._candidates(term))

    def _holders_of_all(self, wanted: Iterable[str]) -> Iterable[int]:
        found = self._entries
        for word in wanted:
            found = _both(found, self.counts(word))
        return found

    def _on_texts(self, term: str, entries: Iterable[int]) -> Counts:
        counted = ((entry, count(self._body(entry), term)) for entry in entries)
        return {entry: times for entry, times in counted if times}

    def _solved(self, term: str, lexicon: Lexicon) -> Counts:
        """Counts from the words that hold a term.

        Each list is taken so often that, over all lists that count a run, the run is counted as often as it holds the
        term: an aggregated list of a shorter word already counts it.
        """
        holders = [(lexicon, word) for word in lexicon.holders(term)]
        if may_hold(self._filter(), term):
            holders += ((self._long, word) for word in self._long.holders(term))
        counts: Counts = {}
        counted = _Counted(term)
        for source, word in holders:
            share = word.text.count(term) - counted.within(word.text)
            if share:
                if word.aggregated:
                    counted.add(word.text, share)
                for entry, count in source.counts(word).items():
                    counts[entry] = counts.get(entry, 0) + share * count
        return counts

    def _candidates(self, term: str) -> Sequence[int]:
        """Entries that may hold a term of several classes: those that hold each of its joints and pieces."""
        found = self._entries
        rest = []
        cut = pieces(term)
        for at, piece in enumerate(cut):
            kind = class_of(piece[0])
            inside = 0 < at < len(cut) - 1
            if kind == PAIR:
                for pair in pairs(piece):
                    found = _both(found, self.counts(pair))
            elif not inside and len(piece) < _SHORT <= len(term):
                continue  # its joint holds it
            elif (word := self._whole(piece, kind)) and (word.aggregated or inside):
                found = _both(found, (self._runs if kind == RUN else self._marks).counts(word))
            elif inside and len(piece) <= LONG:
                return ()
            else:
                rest.append(piece)
        found = self._joints.narrow(term, found)
        for piece in rest:
            if len(found) > self._runs.shards:
                found = _both(found, self.counts(piece))
        return found

    def _whole(self, piece: str, kind: str) -> Word | None:
        return (self._runs if kind == RUN else self._marks).word(piece)


class _Counted:
    """Aggregated words that were taken, each so often, by what stands before and after the first `term` in them."""

    def __init__(self, term: str) -> None:
        self._term = term
        self._shares: dict[str, dict[str, int]] = {}

    def add(self, word: str, share: int) -> None:
        before, _, after = word.partition(self._term)
        self._shares.setdefault(before, {})[after] = share

    def within(self, word: str) -> int:
        """How often the words added so far count the term for each `word`."""
        found: dict[str, int] = {}
        at = word.find(self._term)
        while at >= 0:
            end = at + len(self._term)
            for start in range(max(0, end - LONG), at + 1):
                for after, share in self._after(word[start:at], word[end : start + LONG]):
                    found[word[start:end] + after] = share
            at = word.find(self._term, at + 1)
        return sum(share * word.count(part) for part, share in found.items())

    def _after(self, before: str, rest: str) -> Iterator[tuple[str, int]]:
        shares = self._shares.get(before)
        if shares:
            for length in range(len(rest) + 1):
                if share := shares.get(rest[:length]):
                    yield rest[:length], share


def _both(found: Sequence[int], counts: Container[int]) -> Sequence[int]:
    return [entry for entry in found if entry in counts]
