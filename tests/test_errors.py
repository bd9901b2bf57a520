"""The nearest word, against the distance as it is defined."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from knowledge_base.errors import nearest


def distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (char != other))
    return row[-1]


def by_definition(word: str, known: Iterable[str]) -> str | None:
    distances = [(distance(word, candidate), at, candidate) for at, candidate in enumerate(known)]
    near = [found for found in distances if found[0] <= len(word) // 2]
    return min(near)[2] if near else None


@pytest.mark.parametrize("letters", ["ab", "abcdé", "ab\U0001f600"])
def test_the_nearest_word_is_the_one_with_the_fewest_edits(letters: str) -> None:
    random_of = random.Random(1)

    def word() -> str:
        return "".join(random_of.choices(letters, k=random_of.randint(0, 9)))

    for _ in range(3_000):
        wanted, known = word(), [word() for _ in range(5)]

        assert nearest(wanted, known) == by_definition(wanted, known), (wanted, known)


def test_words_longer_than_a_machine_word() -> None:
    long = "installation-and-configuration-" * 5

    assert nearest(long, [long[:-9], long.replace("-", "_"), long[1:]]) == long[1:]
