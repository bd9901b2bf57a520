"""Occurrences as they are kept for the next time: each list as bytes, a tenth of what numbers take."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from .counting import Likely, Occurrences, Tally

NUMBERS = "I"
"""Entries and counts are stored in 32 bits, as the machine has them."""

Lists = dict[str, bytes]


@dataclass
class Kept:
    """What stands in all entries but letters, whose lists are in the index."""

    units: Lists
    cores: Lists
    likely: Likely

    @classmethod
    def of(cls, occurrences: Occurrences) -> Kept:
        return cls(_packed(occurrences.units), _packed(occurrences.cores), occurrences.likely)

    def replace(self, entry: int, old: Tally, new: Tally) -> tuple[set[str], set[str], set[str]]:
        """Put one entry in the place of another; the units, cores and likely words that this changes."""
        likely = {word for word in (*old.titles, *new.titles) if word not in old.titles or word not in new.titles}
        likely |= old.headings ^ new.headings
        self.likely.titles.subtract(old.titles)
        self.likely.headings.subtract(old.headings)
        self.likely.add(new)
        for counts, words in ((self.likely.titles, old.titles), (self.likely.headings, old.headings)):
            for word in words:
                if not counts[word]:
                    del counts[word]
        return (
            _replace(self.units, entry, old.units, new.units),
            _replace(self.cores, entry, old.cores, new.cores),
            likely,
        )


def flat(packed: bytes) -> array[int]:
    """A list as numbers: entry, count, entry, count."""
    numbers = array(NUMBERS)
    numbers.frombytes(packed)
    return numbers


def _packed(lists: Mapping[str, list[int]]) -> Lists:
    return {word: array(NUMBERS, found).tobytes() for word, found in lists.items()}


def _replace(lists: Lists, entry: int, old: Mapping[str, int], new: Mapping[str, int]) -> set[str]:
    changed = {word for word, _ in old.items() ^ new.items()}
    for word in changed:
        numbers = flat(lists.get(word, b""))
        at = 2 * bisect_left(numbers[::2], entry)
        numbers[at : at + 2 if word in old else at] = array(NUMBERS, (entry, new[word]) if word in new else ())
        if numbers:
            lists[word] = numbers.tobytes()
        else:
            del lists[word]
    return changed
