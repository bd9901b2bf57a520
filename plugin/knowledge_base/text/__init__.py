"""Text rules: lower-casing, words, lines, blanks. The twin of `assets/text.js`; vectors in `tests/vectors/text.json`.

Never `str.lower`, `str.split` or `str.strip` on text that decides a result: they follow the Unicode of the
running Python, and the browser has another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .unicode import DENSE, LOWER, WHITESPACE, WORD


def character_class(ranges: Iterable[tuple[int, int]]) -> str:
    """Ranges of code points, as a regular expression writes them between brackets."""
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


_LOWER_OF = {
    chr(code): chr(code + delta) for first, last, step, delta in LOWER for code in range(first, last + 1, step)
}
# Ranges, not single characters: beyond U+FFFF the regular expression engine tries the members of a class one by one.
_NON_ASCII_UPPER = re.compile(
    "["
    + character_class(
        (code, last if step == 1 else code)
        for first, last, step, _ in LOWER
        if first > 0x7F
        for code in ((first,) if step == 1 else range(first, last + 1, step))
    )
    + "]"
)
_ASCII = bytes(range(0x80))
_UPPER = frozenset(_LOWER_OF)
_BLANKS = character_class(WHITESPACE)
_SEPARATORS = "\x1c\x1d\x1e\x1f"
"""All that `str.split` takes for a blank in ASCII, and we do not."""
_WORDS = re.compile(f"[^{_BLANKS}]+")
_EDGES = "".join(chr(code) for first, last in WHITESPACE for code in range(first, last + 1))
_IS_BLANK = frozenset(_EDGES)
_RUNS = re.compile(f"[{character_class(WORD)}{character_class(DENSE)}]+")


def lower(text: str) -> str:
    """Lower-case one code point at a time, without context: the length in code points never changes."""
    if text.isascii():
        return text.lower()
    # bytes.lower() touches ASCII only, so the common letters need no call per character.
    ascii_lowered = text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    if _UPPER.isdisjoint(_beyond_ascii(text)):
        return ascii_lowered  # nothing but letters without another case, which is quicker to see than to replace
    return _NON_ASCII_UPPER.sub(lambda match: _LOWER_OF[match[0]], ascii_lowered)


def _beyond_ascii(text: str) -> set[str]:
    """The characters that are not ASCII."""
    return set(text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass"))


def words(text: str) -> list[str]:
    """The pieces between blanks."""
    if any(map(text.__contains__, _SEPARATORS)):
        return _WORDS.findall(text)
    if text.isascii() or all((char in _IS_BLANK) == char.isspace() for char in _beyond_ascii(text)):
        return text.split()  # which takes the same for blanks, and is quicker
    return _WORDS.findall(text)


def runs(word: str) -> list[str]:
    """The unbroken runs of letters and digits, of any script, in lower-cased text."""
    return _RUNS.findall(word)


def run_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the runs of lower-cased text start and end."""
    return (match.span() for match in _RUNS.finditer(text))


def strip(text: str) -> str:
    """Without the blanks at both ends."""
    return text.strip(_EDGES)


def fold_blanks(text: str) -> str:
    """Words joined by single spaces."""
    return " ".join(words(text))


def fold_lines(text: str) -> str:
    """The blanks of each line folded; lines stay."""
    return "\n".join(map(fold_blanks, text.split("\n")))


def count(lowered: str, term: str) -> int:
    """Occurrences of a term in lower-cased text, left to right, without overlaps; of a phrase, with blanks folded."""
    if " " not in term:
        return lowered.count(term)
    return fold_lines(lowered).count(term) if all(word in lowered for word in words(term)) else 0


def lines(text: str) -> list[str]:
    """Lines end at LF only; one CR before it belongs to the line end."""
    return [line[:-1] if line.endswith("\r") else line for line in text.split("\n")]


def normalise_tags(values: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are compared: stripped, lower-cased, without empty ones, the first of equals kept."""
    folded = (lower(strip(value)) for value in values)
    return tuple(dict.fromkeys(tag for tag in folded if tag))
