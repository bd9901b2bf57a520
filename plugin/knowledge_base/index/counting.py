"""Bodies in, occurrences out: which piece, and which token of several pieces, stands how often in which entry.

A term holds no blank, so every occurrence of it lies inside one token. Each distinct token is looked at once, however
many entries hold it.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Mapping

from ..text import lower, words
from .pieces import pieces

LETTERS = tuple("abcdefghijklmnopqrstuvwxyz0123456789")
"""Terms of one of these always have a list: nearly every word holds one."""

Parts = list[tuple["array[int]", int]]
"""Packed occurrences, each with a factor."""

_HEADING = re.compile(r"^#{1,6} .*", re.MULTILINE)
_COUNT_BITS = 40
_COUNT = (1 << _COUNT_BITS) - 1


class Occurrences:
    """What stands in the bodies added so far, each entry and count packed into one number."""

    def __init__(self) -> None:
        self.pieces: dict[str, array[int]] = {}
        self.mixed: dict[str, array[int]] = {}
        self.letters: dict[str, array[int]] = {letter: array("Q") for letter in LETTERS}
        self.titles: set[str] = set()
        """Tokens of titles: what people search for."""
        self.headings: set[str] = set()
        """Tokens of headings."""

    def add(self, number: int, title: str, body: str) -> None:
        """Count one body; numbers rise."""
        base = number << _COUNT_BITS
        lowered = lower(body)
        _append(self.pieces, Counter(pieces(lowered)), base)
        known = self.pieces
        mixed = {token: count for token, count in Counter(words(lowered)).items() if token not in known}
        _append(self.mixed, mixed, base)
        for letter, found in self.letters.items():
            if count := lowered.count(letter):
                found.append(base | count)
        self.titles.update(words(lower(title)))
        for heading in _HEADING.findall(lowered):
            self.headings.update(words(heading))


def _append(to: dict[str, array[int]], counts: Mapping[str, int], base: int) -> None:
    for word, count in counts.items():
        found = to.get(word)
        if found is None:
            to[word] = array("Q", (base | count,))
        else:
            found.append(base | count)


def total(parts: Parts, limit: int | None = None) -> list[tuple[int, int]]:
    """The sum of packed occurrences, each times its factor; empty if it is in more entries than `limit`."""
    if len(parts) == 1:
        found, times = parts[0]
        return [(packed >> _COUNT_BITS, (packed & _COUNT) * times) for packed in found]
    if limit is not None and max(len(found) for found, _ in parts) > limit:
        return []
    counts: dict[int, int] = {}
    get = counts.get
    for found, times in parts:
        for packed in found:
            entry = packed >> _COUNT_BITS
            counts[entry] = get(entry, 0) + (packed & _COUNT) * times
        if limit is not None and len(counts) > limit:
            return []
    return sorted(counts.items())
