"""Which words have a list, and what it counts.

A list is *aggregated* where it counts the word as a substring of all text, and *own* where it counts only the runs that
equal it. An aggregated list answers a term by itself; where it would be far longer than the own list, it is not kept.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from . import compounds
from . import format as fmt
from .counting import LETTERS, Flat, Likely, Occurrences, counts_of, more_than, total
from .pieces import MARK, PAIR, RUN, class_of

LONG = 24
"""Runs of more characters than this are mostly encoded data. They have a dictionary of their own."""
RATIO = 2
LIKELY_RATIO = 25
"""How much longer an aggregated list may be; those of words of titles and headings may cost more."""
COMMON = 100
"""So may those of words in more than one of so many entries."""
TITLE_RATIO = 100
SHORT = 4
"""Those of words of titles may cost much more, but for short ones, which are in too many others."""

Listed = dict[str, str]
"""Words, each with its letter of `kinds` and its postings, packed: the only one of them as entry and count less 1."""


RUNS = "runs"
MARKS = "marks"
FRAGMENTS = "fragments"
LONG_ONES = "long"
DICTIONARIES = (RUNS, MARKS, FRAGMENTS, LONG_ONES)


@dataclass
class Words:
    """Words by dictionary."""

    listed: dict[str, Listed] = field(default_factory=lambda: {name: {} for name in DICTIONARIES})
    compounds: set[str] = field(default_factory=set)
    """Those of `FRAGMENTS` that are no characters or pairs of a script without blanks."""
    floors: dict[str, int] = field(default_factory=dict)
    """For each run whose own list is kept though others hold it, in how many entries it stands at least."""


def choose(occurrences: Occurrences, entries: int) -> Words:
    """The words of so many counted entries."""
    chosen = Words()
    runs: dict[str, Flat] = {}
    for unit, found in occurrences.units.items():
        if class_of(unit[0]) == RUN:
            runs[unit] = found
        if (name := dictionary_of(unit)) != RUNS:
            chosen.listed[name][unit] = listed(counts_of(found), name == FRAGMENTS)
    limits = {
        word: most(word, own, occurrences.likely, entries)
        for word, own in runs.items()
        if len(word) <= LONG and word not in LETTERS
    }
    holders, chosen.floors = _holders(runs, limits)
    for word, limit in limits.items():
        if word in chosen.floors:
            chosen.listed[RUNS][word] = listed(counts_of(runs[word]), False)
        else:
            lists = [runs[word], *map(runs.__getitem__, holders.get(word, ()))]
            chosen.listed[RUNS][word] = list_run(word, lists, limit, chosen.floors)
    for letter, counted in occurrences.letters.items():
        if counted:
            chosen.listed[RUNS][letter] = listed(counts_of(counted), True)
    chosen.compounds = compounds.wanted(occurrences.cores, occurrences.likely)
    for compound, lists in compounds.holders(occurrences.cores, chosen.compounds).items():
        chosen.listed[FRAGMENTS][compound] = listed(total(lists), True)
    return chosen


def dictionary_of(unit: str) -> str:
    """The dictionary that lists a unit."""
    kind = class_of(unit[0])
    if kind == PAIR:
        return FRAGMENTS
    if len(unit) > LONG:
        return LONG_ONES
    return MARKS if kind == MARK else RUNS


def list_run(word: str, lists: Sequence[Flat], limit: int, floors: dict[str, int]) -> str:
    """A run as it is listed: `lists` are its own and those of the runs that hold it, as often as they do."""
    if floor := more_than(limit, lists):
        floors[word] = floor
        return listed(counts_of(lists[0]), False)
    return listed(total(lists), True)


def most(word: str, own: Flat, likely: Likely, entries: int) -> int:
    """In how many entries a word may stand for its list to be aggregated."""
    held = len(own) // 2
    if len(word) > SHORT and word in likely.titles:
        return held * TITLE_RATIO
    if word in likely.titles or word in likely.headings or held * COMMON > entries:
        return held * LIKELY_RATIO
    return held * RATIO


def listed(counts: Mapping[int, int], aggregated: bool) -> str:
    """Counts by rising entry, at least one, as they are listed."""
    if len(counts) > 1:
        return ("A" if aggregated else "E") + fmt.pack_postings(counts)
    ((entry, count),) = counts.items()
    return ("a" if aggregated else "e") + fmt.pack_numbers((entry, count - 1))


def unlisted(packed: str) -> dict[int, int]:
    """What `listed` packed: counts by entry."""
    if packed < "a":
        return fmt.unpack_postings(packed[1:])
    entry, less_one = fmt.unpack_numbers(packed[1:])
    return {entry: less_one + 1}


def _holders(runs: Mapping[str, Flat], limits: Mapping[str, int]) -> tuple[dict[str, list[str]], dict[str, int]]:
    """The words that other runs hold, each with those, as often as they hold it.

    `limits` says of each word in how many entries it may stand. Where one run alone stands in more, the word is among
    the second instead: in how many entries it stands at least.
    """
    heads = {word[:end]: 0 for word in limits for end in range(1, len(word))}
    heads.update(limits)
    limit_of = heads.get
    holders: dict[str, list[str]] = defaultdict(list)
    floors: dict[str, int] = {}
    for word in sorted(runs, key=lambda word: len(runs[word]), reverse=True):
        held_by = len(runs[word]) // 2
        length = len(word) + 1
        least = 2 if word.isascii() else 1
        parts = []
        for start in range(length - least):
            for end in range(start + least, length):
                part = word[start:end]
                limit = limit_of(part)
                if limit is None:
                    break
                if limit >= held_by:
                    parts.append(part)
                elif limit:
                    floors[part] = held_by
                    heads[part] = 0
        held = set(parts)
        if len(held) < len(parts):
            for part, times in Counter(parts).items():
                if times > 1:  # overlaps, too
                    holders[part] += [word] * (word.count(part) - 1)
        held.discard(word)
        for part in held:
            holders[part].append(word)
    return holders, floors
