"""Which words have a list, and what it counts.

A list is *aggregated* where it counts the word as a substring of all text, and *own* where it counts only the runs that
equal it. An aggregated list answers a term by itself; where it would be far longer than the own list, it is not kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import format as fmt
from .compounds import compounds
from .counting import LETTERS, Occurrences, Parts, total
from .pieces import MARK, PAIR, class_of, pairs, pieces

LONG = 24
"""Runs of more characters than this are mostly encoded data. They have a dictionary of their own."""
RATIO = 3
LIKELY_RATIO = 25
"""How much longer an aggregated list may be; those of words of titles and headings may cost more."""
COMMON = 600
"""So may those of words in more than one of so many entries."""
TITLE_RATIO = 100
SHORT = 4
"""Those of words of titles may cost much more, but for short ones, which are in too many others."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What is kept of a word: its postings, packed, or the only one of them as entry and count."""

    aggregated: bool
    postings: str | tuple[int, int]


@dataclass
class Words:
    """Words by dictionary."""

    runs: dict[str, Listed] = field(default_factory=dict)
    marks: dict[str, Listed] = field(default_factory=dict)
    long: dict[str, Listed] = field(default_factory=dict)
    fragments: dict[str, Listed] = field(default_factory=dict)


def choose(occurrences: Occurrences, entries: int) -> Words:
    """The words of so many counted entries."""
    chosen = Words()
    runs: dict[str, array[int]] = {}
    fragments: dict[str, Parts] = {}
    for piece, found in occurrences.pieces.items():
        kind = class_of(piece[0])
        if kind == PAIR:
            for pair, times in pairs(piece).items():
                fragments.setdefault(pair, []).append((found, times))
        elif kind == MARK:
            (chosen.marks if len(piece) <= LONG else chosen.long)[piece] = _listed(total([(found, 1)]), False)
        else:
            runs[piece] = found
    titles = {piece for token in occurrences.titles for piece in pieces(token)}
    likely = {piece for token in occurrences.headings for piece in pieces(token)} | titles
    for word, holders in _with_holders(runs):
        found = runs[word]
        if len(word) > LONG:
            chosen.long[word] = _listed(total([(found, 1)]), False)
            continue
        if len(word) > SHORT and word in titles:
            ratio = TITLE_RATIO
        elif word in likely or len(found) * COMMON > entries:
            ratio = LIKELY_RATIO
        else:
            ratio = RATIO
        parts = [(runs[other], other.count(word)) for other in holders]
        limit = len(found) * ratio
        aggregated = total([*parts, (found, 1)], limit)
        chosen.runs[word] = _listed(aggregated or total([(found, 1)]), bool(aggregated))
    for letter, found in occurrences.letters.items():
        if found:
            chosen.runs[letter] = _listed(total([(found, 1)]), True)
    fragments.update(compounds(occurrences))
    for fragment, parts in fragments.items():
        chosen.fragments[fragment] = _listed(total(parts), True)
    return chosen


def _listed(postings: list[tuple[int, int]], aggregated: bool) -> Listed:
    return Listed(aggregated, postings[0] if len(postings) == 1 else fmt.pack_postings(postings))


def _with_holders(runs: Iterable[str]) -> Iterator[tuple[str, Iterable[str]]]:
    """Each run but letters, with the other runs that hold it, if it is short."""
    short = {word for word in runs if len(word) <= LONG and word not in LETTERS}
    heads = {word[:end] for word in short for end in range(1, len(word) + 1)}
    holders: dict[str, list[str]] = {}
    for word in runs:
        length = len(word)
        held = set()
        for start in range(length):
            end = start + 1
            while end <= length and (part := word[start:end]) in heads:
                if part in short:
                    held.add(part)
                end += 1
        held.discard(word)
        for part in held:
            holders.setdefault(part, []).append(word)
    for word in runs:
        if word not in LETTERS:
            yield word, holders.get(word, ())
