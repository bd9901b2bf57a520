"""Which words have a list, and what it counts.

A list is *aggregated* where it counts the word as a substring of all text, and *own* where it counts only the runs that
equal it. An aggregated list answers a term by itself; where it would be far longer than the own list, it is not kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import compounds
from . import format as fmt
from .counting import LETTERS, Flat, Occurrences, more_than, pairs_of, total
from .pieces import MARK, PAIR, RUN, class_of

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

Listed = dict[str, str]
"""Words, each with its letter of `kinds` and its postings, packed: the only one of them as entry and count less 1."""


@dataclass
class Words:
    """Words by dictionary."""

    runs: Listed = field(default_factory=dict)
    marks: Listed = field(default_factory=dict)
    long: Listed = field(default_factory=dict)
    fragments: Listed = field(default_factory=dict)


def choose(occurrences: Occurrences, entries: int) -> Words:
    """The words of so many counted entries."""
    chosen = Words()
    runs: dict[str, Flat] = {}
    for unit, found in occurrences.units.items():
        kind = class_of(unit[0])
        if kind == PAIR:
            chosen.fragments[unit] = listed(pairs_of(found), True)
        elif len(unit) > LONG:
            chosen.long[unit] = listed(pairs_of(found), False)
        elif kind == MARK:
            chosen.marks[unit] = listed(pairs_of(found), False)
        if kind == RUN:
            runs[unit] = found
    holders = _holders(runs)
    for word, found in runs.items():
        if len(word) <= LONG and word not in LETTERS:
            if word in holders:
                lists = [found, *map(runs.__getitem__, holders[word])]
                if more_than(most(word, found, occurrences, entries), lists):
                    chosen.runs[word] = listed(pairs_of(found), False)
                else:
                    chosen.runs[word] = listed(total(lists), True)
            else:
                chosen.runs[word] = listed(pairs_of(found), True)
    for letter, found in occurrences.letters.items():
        if found:
            chosen.runs[letter] = listed(pairs_of(found), True)
    wanted = compounds.wanted(occurrences, occurrences.cores)
    for compound, lists in compounds.holders(occurrences, wanted).items():
        chosen.fragments[compound] = listed(total(lists), True)
    return chosen


def most(word: str, own: Flat, occurrences: Occurrences, entries: int) -> int:
    """In how many entries a word may stand for its list to be aggregated."""
    held = len(own) // 2
    if len(word) > SHORT and word in occurrences.titles:
        return held * TITLE_RATIO
    if word in occurrences.titles or word in occurrences.headings or held * COMMON > entries:
        return held * LIKELY_RATIO
    return held * RATIO


def listed(postings: Iterable[tuple[int, int]], aggregated: bool) -> str:
    """Postings, at least one, as they are listed."""
    first, *more = postings
    if more:
        return ("A" if aggregated else "E") + fmt.pack_postings([first, *more])
    return ("a" if aggregated else "e") + fmt.pack_numbers((first[0], first[1] - 1))


def _holders(runs: Iterable[str]) -> dict[str, list[str]]:
    """The short runs but letters that others hold, each with those, as often as they hold it."""
    short = [word for word in runs if len(word) <= LONG and word not in LETTERS]
    heads = {word[:end]: False for word in short for end in range(1, len(word))}
    heads.update(dict.fromkeys(short, True))
    is_word = heads.get
    holders: dict[str, list[str]] = defaultdict(list)
    for word in runs:
        length = len(word) + 1
        least = 2 if word.isascii() else 1
        parts = []
        for start in range(length - least):
            for end in range(start + least, length):
                part = word[start:end]
                found = is_word(part)
                if found is None:
                    break
                if found:
                    parts.append(part)
        held = set(parts)
        repeated = len(held) < len(parts)
        held.discard(word)
        for part in held:
            holders[part] += [word] * word.count(part) if repeated else (word,)
    return holders
