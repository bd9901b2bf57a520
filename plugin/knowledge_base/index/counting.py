"""Bodies in, occurrences out: which unit, and which core, stands how often in which entry.

A term holds no blank, so every occurrence of it lies inside one token. The units of a token are its runs and marks, and
for each run of a script without blanks all its characters and pairs: whatever has postings. Its core is what is left
of it without the marks at its ends, where that is several pieces.
"""

from __future__ import annotations

import re
import struct
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, filterfalse, repeat
from operator import mul
from typing import Union

from ..text import lower, words
from .joints import MaskOf, Masks, stretches
from .pieces import MARK, PAIR, class_of, pairs, pieces

LETTERS = tuple("abcdefghijklmnopqrstuvwxyz0123456789")
"""Terms of one of these always have a list: nearly every word holds one."""

Flat = Union[list[int], "array[int]"]
"""Occurrences as entry, count, entry, count, by rising entry."""

_MOST_CHARACTERS = 4_000_000
"""Of tokens that are remembered: most of a text are a few thousand of them."""
_HEADING = re.compile(r"\n#{1,6} .*")
_SEPARATORS = "\x1c\x1d\x1e\x1f"
"""Marks that `str.split` takes for blanks."""
_ASCII = [chr(code) for code in range(0x80)]
_NO_RUNS = [char for char in _ASCII if not char.isalnum()]
_RUNS = str.maketrans(dict.fromkeys(_NO_RUNS, " "))
_MARKS = str.maketrans({char: " " for char in _ASCII if char.isalnum()})
_STRIPPED = "".join(char for char in _NO_RUNS if char not in "\t\n\v\f\r ")


@dataclass(frozen=True, slots=True)
class Tally:
    """What stands in one entry, and how often. `titles` and `headings` hold runs and cores, `joints` lists by block."""

    units: Mapping[str, int]
    cores: Mapping[str, int]
    letters: tuple[int, ...]
    titles: frozenset[str]
    headings: frozenset[str]
    joints: Masks


class Tallier:
    """Counts bodies, one after the other. It takes a token apart once, however many entries hold it."""

    def __init__(self, lists: int) -> None:
        """`lists` is how many there are of joints."""
        self._lists = lists
        self._forget()

    def _forget(self) -> None:
        self._token_of = _TokenOf(self._lists)
        self._units_of = _UnitsOf()
        self._letters_of = _LettersOf()

    def tally(self, title: str, body: str) -> Tally:
        lowered = lower(body)
        units: Counter[str] = Counter()
        marks: Counter[str] = Counter()
        cores: dict[str, int] = defaultdict(int)
        masks: list[int] = []
        for text, blocks in stretches(lowered):
            masks += [self._count(text, units, marks, cores)] * blocks
        letters = self._letters_of.counts(lowered, units)
        units.update(marks)
        return Tally(
            units,
            cores,
            letters,
            self._likely(lower(title)),
            self._likely(" ".join(_HEADING.findall("\n" + lowered))),
            tuple(masks),
        )

    def _count(self, lowered: str, units: Counter[str], marks: Counter[str], cores: dict[str, int]) -> int:
        """Add what stands in a part of a body; `marks` are units too. Gives the mask of its joints."""
        if self._token_of.characters > _MOST_CHARACTERS:
            self._forget()
        tokens = words(lowered)
        if any(separator in lowered for separator in _SEPARATORS):
            text, plain, others = "", [], tokens
        elif lowered.isascii():
            text, plain, others = lowered, tokens, []
        else:
            plain, others = list(filter(str.isascii, tokens)), list(filterfalse(str.isascii, tokens))
            text = " ".join(plain)
        units.update(text.translate(_RUNS).split())
        units.update(chain.from_iterable(map(self._units_of.__getitem__, others)))
        marks.update(text.translate(_MARKS).split())
        mixed = Counter(chain(filterfalse(str.isalnum, plain), others))
        mask = 0
        for (core, joints), times in zip(map(self._token_of.__getitem__, mixed), mixed.values(), strict=True):
            mask |= joints
            if core:
                cores[core] += times
        return mask

    def _likely(self, text: str) -> frozenset[str]:
        return frozenset(chain(pieces(text), filter(None, (self._token_of[word][0] for word in words(text)))))


class _TokenOf(dict[str, "tuple[str, int]"]):
    """Core, empty where there is none, and mask of the joints by token."""

    def __init__(self, lists: int) -> None:
        super().__init__()
        self.characters = 0
        self._mask_of = MaskOf(lists)
        self._mask_at = cache(self._mask_of)

    def __missing__(self, token: str) -> tuple[str, int]:
        self.characters += len(token)
        found = self[token] = self._plain(token) if token.isascii() else (_core(token), self._mask_of(token))
        return found

    def _plain(self, token: str) -> tuple[str, int]:
        """The same of ASCII, which is most of a text."""
        core = token.strip(_STRIPPED)
        if not core.isalnum():
            return core, self._mask_of(token) if core else 0
        if len(core) == 1:
            return "", self._mask_of(token)
        # Inside a run is no joint. What stands at its ends is the same in many tokens.
        before, _, after = token.partition(core)
        return "", self._mask_at(before + core[:2]) | self._mask_at(core[-2:] + after)


def _core(token: str) -> str:
    cut = pieces(token)
    first = 1 if class_of(cut[0][0]) == MARK else 0
    last = len(cut) - 1 if class_of(cut[-1][0]) == MARK else len(cut)
    return "".join(cut[first:last]) if last - first > 1 else ""


class _UnitsOf(dict[str, tuple[str, ...]]):
    """Units by token."""

    def __missing__(self, token: str) -> tuple[str, ...]:
        cut = ((piece, class_of(piece[0])) for piece in pieces(token))
        units = self[token] = tuple(
            unit for piece, kind in cut for unit in (pairs(piece).elements() if kind == PAIR else (piece,))
        )
        return units


_FIELDS = struct.Struct(f"<{len(LETTERS)}H")
_MOST_OF_A_LETTER = 0xFFFF
_ONE = {letter: 1 << 16 * place for place, letter in enumerate(LETTERS)}


class _LettersOf(dict[str, int]):
    """Letters by unit, each counted in 16 bits of one number, so that the numbers of units add up to that of a body."""

    def __missing__(self, unit: str) -> int:
        one = _ONE
        if unit.isascii() and unit.isalnum():
            letters = sum(map(one.__getitem__, unit))
        else:
            letters = sum(one[char] for char in unit if char in one)
        self[unit] = letters
        return letters

    def counts(self, lowered: str, units: Mapping[str, int]) -> tuple[int, ...]:
        """How often each of `LETTERS` stands in a body of such units."""
        if len(lowered) > _MOST_OF_A_LETTER:
            return tuple(map(lowered.count, LETTERS))
        total = sum(map(mul, map(self.__getitem__, units), units.values()))
        return _FIELDS.unpack(total.to_bytes(_FIELDS.size, "little"))


@dataclass
class Likely:
    """Runs and cores that people search for: in the titles and headings of how many entries each stands."""

    titles: Counter[str] = field(default_factory=Counter)
    headings: Counter[str] = field(default_factory=Counter)

    def add(self, tally: Tally) -> None:
        self.titles.update(tally.titles)
        self.headings.update(tally.headings)


@dataclass
class Occurrences:
    """What stands in all entries."""

    units: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    cores: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    letters: dict[str, list[int]] = field(default_factory=lambda: {letter: [] for letter in LETTERS})
    likely: Likely = field(default_factory=Likely)
    joints: dict[int, Masks] = field(default_factory=dict)

    def add(self, entry: int, tally: Tally) -> None:
        """Add an entry; numbers rise."""
        for lists, counts in ((self.units, tally.units), (self.cores, tally.cores)):
            found = list(map(lists.__getitem__, counts))
            for numbers in (repeat(entry), counts.values()):
                deque(map(list.append, found, numbers), maxlen=0)  # runs it
        for letter, count in zip(LETTERS, tally.letters, strict=True):
            if count:
                self.letters[letter].extend((entry, count))
        self.likely.add(tally)
        self.joints[entry] = tally.joints


def more_than(most: int, lists: Sequence[Flat]) -> int:
    """In how many entries lists are at least, if that is more than `most`; else 0."""
    if sum(map(len, lists)) > 2 * most:
        entries: set[int] = set()
        for found in lists:
            entries.update(found[::2])
            if len(entries) > most:
                return len(entries)
    return 0


def counts_of(flat: Flat) -> dict[int, int]:
    """Counts by rising entry."""
    return dict(zip(flat[::2], flat[1::2], strict=True))


def total(lists: Sequence[Flat]) -> dict[int, int]:
    """Counts by rising entry, summed over lists."""
    if len(lists) == 1:
        return counts_of(lists[0])
    longest, *others = sorted(lists, key=len, reverse=True)
    counts = counts_of(longest)
    get = counts.get
    rest = list(chain.from_iterable(others))
    for entry, count in zip(rest[::2], rest[1::2], strict=True):
        counts[entry] = get(entry, 0) + count
    return in_order(counts)


def in_order(counts: Mapping[int, int]) -> dict[int, int]:
    """The same counts by rising entry."""
    return {entry: counts[entry] for entry in sorted(counts)}
