"""Text cut into pieces by the class of its characters. A piece decides where an occurrence can lie, never whether.

Three classes: letters and digits (`WORD`), characters of scripts without blanks (`DENSE`), and marks, which is all else
but blanks. A term of one class only lies inside one unbroken run of that class.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from ..text import character_class
from ..text.unicode import DENSE, WHITESPACE, WORD

RUN = "run"
MARK = "mark"
PAIR = "pair"
MIXED = "mixed"

_WORD = character_class(WORD)
_DENSE = character_class(DENSE)
_MARKS = _WORD + _DENSE + character_class(WHITESPACE)
_PIECES = re.compile(f"[{_WORD}]+|[^{_MARKS}]+|[{_DENSE}]+")
_JOINTS = re.compile(f"(?![{_WORD}]{{3}}|[{_DENSE}]{{3}}|[^{_MARKS}]{{3}})(?=(...))", re.DOTALL)
_IS_WORD = re.compile(f"[{_WORD}]")
_IS_DENSE = re.compile(f"[{_DENSE}]")


def pieces(text: str) -> list[str]:
    """The unbroken runs of one class, in order."""
    return _PIECES.findall(text)


def joints(text: str) -> list[str]:
    """Three neighbouring characters, not all of one class, each time they stand in text without blanks."""
    return _JOINTS.findall(text)


@lru_cache(maxsize=4096)
def class_of(character: str) -> str:
    """The class of a character that is no blank: `RUN`, `PAIR` or `MARK`."""
    if _IS_WORD.match(character):
        return RUN
    return PAIR if _IS_DENSE.match(character) else MARK


def kind_of(term: str) -> str:
    """The class of all characters of a term; `MIXED` if they differ."""
    return class_of(term[0]) if len(pieces(term)) == 1 else MIXED


def pairs(run: str) -> Counter[str]:
    """How often each character, and each pair of neighbours, stands in a run, without overlaps."""
    found = Counter(run)
    found.update(a + b for a, b in pairwise(run))
    for pair in found:
        if len(pair) == 2 and pair[0] == pair[1]:
            found[pair] = run.count(pair)
    return found
