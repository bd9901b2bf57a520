"""Stores that go far beyond what people write, the same bytes every time. `size` is in characters of the odd entry."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Sequence
from random import Random

Files = dict[str, str]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_COMMON = 3_000


class _Writer:
    """Words and characters as frequent as in real text: the n-th of them 1/n as frequent as the first."""

    def __init__(self, items: Sequence[str], seed: int = 1) -> None:
        self.random = Random(seed)
        self._items = items
        self._borders = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(items))))

    def one(self) -> str:
        return self._items[bisect.bisect(self._borders, self.random.random() * self._borders[-1])]

    def many(self, count: int, between: str) -> str:
        return between.join(self.one() for _ in range(count))


def _words(count: int, seed: int, letters: str = _LETTERS, shortest: int = 4, longest: int = 10) -> list[str]:
    chance = Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(chance.choices(letters, k=chance.randint(shortest, longest)))] = None
    return list(made)


def _beside() -> Files:
    """Entries as people write them."""
    writer = _Writer(_words(_COMMON, 1), seed=7)
    return {f"decisions/{i:02}.md": f"# {writer.many(3, ' ')}\n\n{writer.many(150, ' ')}\n" for i in range(20)}


def one_huge_entry(size: int) -> Files:
    """A text of many lines in one entry. Its last line alone holds `thelastword`."""
    writer = _Writer(_words(_COMMON * 10, 1))
    lines = [f"{writer.many(12, ' ')} {writer.one()}.{writer.one()}()\n" for _ in range(size // 110)]
    return {**_beside(), "gotchas/huge.md": "".join(["# Huge\n\n", *lines, "thelastword\n"])}


def many_distinct_tokens(size: int) -> Files:
    """One entry in which no word comes twice."""
    words = _words(size // 8, 2)
    lines = [" ".join(words[at : at + 12]) for at in range(0, len(words), 12)]
    return {**_beside(), "gotchas/distinct.md": "# Distinct\n\n" + "\n".join(lines) + "\n"}


def one_run(size: int) -> Files:
    """One line of letters and digits without anything between them, as encoded data is."""
    return {**_beside(), "gotchas/run.md": "# Run\n\n" + "".join(Random(3).choices(_LETTERS + _DIGITS, k=size)) + "\n"}


def one_token(size: int) -> Files:
    """One line without a blank, cut by punctuation, as minified code is."""
    writer = _Writer(_words(_COMMON, 1))
    parts = [f'"{writer.one()}-{writer.one()}":{{x:{i % 977}}},' for i in range(size // 24)]
    return {**_beside(), "gotchas/minified.md": "# Minified\n\n" + "".join(parts) + "\n"}


def chinese_only(size: int) -> Files:
    """Many entries in a script that puts no blanks between words."""
    characters = "".join(chr(code) for code in range(0x4E00, 0x4E00 + _COMMON))
    writer = _Writer(_words(_COMMON * 5, 1, characters, 1, 3))
    return {
        f"decisions/{i:04}.md": f"# {writer.many(3, '')}\n\n" + "。\n".join(writer.many(20, "") for _ in range(48))
        for i in range(size // 2_000)
    }


CORPORA: dict[str, tuple[Callable[[int], Files], int]] = {
    "one entry of 20 MB": (one_huge_entry, 20_000_000),
    "100,000 distinct tokens in one entry": (many_distinct_tokens, 800_000),
    "a run of 1 MB": (one_run, 1_000_000),
    "a token of 1 MB": (one_token, 1_000_000),
    "nothing but Chinese": (chinese_only, 600_000),
}
"""Each with the size that it has to bear."""
