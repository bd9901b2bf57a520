"""A store written from a seed: words as frequent as in real text, names with punctuation, code, tags on a third.

Same seed, same bytes, on every machine: only `Random.random` is used, whose sequence Python guarantees.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")

_CATEGORIES = ("architecture", "decisions", "gotchas", "learnings", "conventions", "glossary")
_ALWAYS_PART = 0.15
_SYLLABLES = (
    *("ba", "ce", "di", "fo", "gu", "ha", "in", "jo", "ka", "le", "mi", "no", "or", "pe", "qui", "ro", "sa", "te"),
    *("un", "va", "we", "xi", "yo", "za", "tion", "ment", "ing", "er", "con", "pro", "st"),
)
_TAGS = ("http", "routing", "storage", "deploy", "testing", "security", "build", "index", "cache", "parser", "queue")
_COMMON = (
    *("the", "and", "to", "of", "a", "is", "in", "for", "that", "with", "be", "on", "as", "are", "this", "it", "or"),
    *("by", "not", "can", "from", "when"),
)
_WORDS = 12_000
_LENGTHS = (60, 120, 250, 400, 600, 800, 1_000, 1_300, 1_800, 2_600, 4_000, 7_000)
"""Words of a body, each as likely: most are short, a few are long."""


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        words = dict.fromkeys(_COMMON)
        while len(words) < _WORDS:
            words[self._word(len(words))] = None
        self.words = list(words)
        # Zipf: the n-th word is 1/n as frequent as the first.
        self._borders = list(itertools.accumulate(1 / (rank + 3) for rank in range(_WORDS)))

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.random.random() * len(items))]

    def _word(self, rank: int) -> str:
        syllables = 2 + int(self.random.random() * (2 if rank < 2_000 else 4))
        return "".join(self.pick(_SYLLABLES) for _ in range(syllables))

    def word(self) -> str:
        return self.words[bisect.bisect(self._borders, self.random.random() * self._borders[-1])]

    def name(self) -> str:
        """What code and versions look like: the fragments that a tokeniser cuts."""
        kind = int(self.random.random() * 5)
        if kind == 0:
            return f"{self.word()}_{self.word()}"
        if kind == 1:
            return f"{self.word()}.{self.word()}()"
        if kind == 2:
            return f"--{self.word()}-{self.word()}"
        if kind == 3:
            return ".".join(str(int(self.random.random() * 20)) for _ in range(3))
        return f"{int(self.random.random() * 16**8):08x}"

    def sentence(self) -> str:
        words = [self.word() for _ in range(6 + int(self.random.random() * 14))]
        if self.random.random() < 0.3:
            words.insert(len(words) // 2, f"`{self.name()}`")
        return " ".join(words).capitalize() + "."

    def heading(self) -> str:
        return " ".join(self.word() for _ in range(1 + int(self.random.random() * 4))).capitalize()

    def block(self) -> str:
        kind = self.random.random()
        if kind < 0.1:
            return "```sh\n" + "".join(f"{self.word()} {self.name()}\n" for _ in range(4)) + "```"
        if kind < 0.25:
            return "\n".join(f"- {self.sentence()}" for _ in range(3))
        return " ".join(self.sentence() for _ in range(4))

    def body(self, lengths: Sequence[int]) -> str:
        wanted = self.pick(lengths)
        parts = [f"# {self.heading()}"]
        written = 0
        while written < wanted:
            if self.random.random() < 0.2:
                parts.append(f"## {self.heading()}")
            parts.append(self.block())
            written += len(parts[-1].split())
        return "\n\n".join(parts) + "\n"


LONGEST = _LENGTHS[-1]


def write_store(folder: Path, entries: int, seed: int, longest: int = LONGEST) -> None:
    """Write `<category>/<slug>.md`, about 15 % of them always-applied, a third with tags.

    `longest` is in words, at least 60; entries end with a whole block, so that they may have some more.
    """
    lengths = [length for length in _LENGTHS if length <= longest]
    writer = _Writer(seed)
    for number in range(entries):
        always = writer.random.random() < _ALWAYS_PART
        category = writer.pick(_CATEGORIES[4:] if always else _CATEGORIES[:4])
        tagged = writer.random.random() < 1 / 3
        tags = sorted({writer.pick(_TAGS), writer.pick(_TAGS)}) if tagged else []
        front = f"---\ntags: [{', '.join(tags)}]\n---\n\n" if tags else ""
        file = folder / category / f"{number:04d}-{writer.word()}-{writer.word()}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(front + writer.body(lengths), encoding="utf-8", newline="\n")
