"""The shape of the published index, and how lists are packed into strings. Its page: `docs/reference/index-format.md`.

Every file is JSON without floats; numbers that a computation needs exactly are IEEE-754 bits in hexadecimal.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

FORMAT = 1
MANIFEST = "manifest.json"
DOCS = "docs"
"""Folder of an index directory that holds the index of the documentation pages."""

WORDS_BYTES = 65_536
POSTINGS_BYTES = 32_768
TEXTS_BYTES = 32_768
ENTRIES_PER_SHARD = 64
"""Sizes of shards before compression: what one fetch costs against how many there are."""

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUE_OF = {digit: value for value, digit in enumerate(_DIGITS)}
_MAX_SHARED = 25


def dumps(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no blanks, UTF-8, one LF at the end."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"


def shard_name(kind: str, content: bytes) -> str:
    """Content-hashed: other bytes, other name."""
    return f"{kind}-{hashlib.sha256(content).hexdigest()[:16]}.json"


def script_twin(name: str, content: bytes) -> tuple[str, bytes]:
    """The same value as a script, for pages opened from disk, where a browser refuses `fetch`."""
    body = content.rstrip(b"\n").replace(b"</", b"<\\/")
    body = body.replace("\u2028".encode(), b"\\u2028").replace("\u2029".encode(), b"\\u2029")
    key = json.dumps(name).encode()
    return f"{name[:-5]}.js", b"(self.knowledgeShards??={})[" + key + b"]=" + body + b";\n"


def bits(value: float) -> str:
    """A double as 16 hexadecimal digits."""
    return struct.pack(">d", value).hex()


def pack_words(words: Sequence[str]) -> str:
    """Sorted lower-cased words, front-coded: a capital letter says how many characters the last word lends.

    Lower-cased text holds no `A` to `Z`, so they also separate. What is lent ends before the first character beyond
    U+FFFF, so that code points and UTF-16 units agree.
    """
    parts = []
    last = ""
    for word in words:
        shared = 0
        limit = min(_MAX_SHARED, len(word), len(last))
        while shared < limit and word[shared] == last[shared] and word[shared] <= "\uffff":
            shared += 1
        parts.append(_DIGITS[shared] + word[shared:])
        last = word
    return "".join(parts)


def unpack_words(packed: str) -> list[str]:
    """What `pack_words` packed."""
    words = []
    last = ""
    start = 0
    while start < len(packed):
        end = start + 1
        while end < len(packed) and not "A" <= packed[end] <= "Z":
            end += 1
        last = last[: _VALUE_OF[packed[start]]] + packed[start + 1 : end]
        words.append(last)
        start = end
    return words


def pack_postings(postings: Iterable[tuple[int, int]]) -> str:
    """(entry, count) by rising entry: the gap doubled, plus one where a count above 1 follows, lowered by 2.

    Numbers are little-endian groups of five bits, one digit each; the sixth bit says that another follows.
    """
    digits: list[str] = []
    last = -1
    for entry, count in postings:
        gap = entry - last - 1
        last = entry
        _pack_number(gap * 2 + (count > 1), digits)
        if count > 1:
            _pack_number(count - 2, digits)
    return "".join(digits)


def _pack_number(number: int, digits: list[str]) -> None:
    while number > 31:
        digits.append(_DIGITS[32 + (number & 31)])
        number >>= 5
    digits.append(_DIGITS[number])


def unpack_postings(packed: str) -> Iterator[tuple[int, int]]:
    """What `pack_postings` packed."""
    numbers = _unpack_numbers(packed)
    entry = -1
    for number in numbers:
        entry += (number >> 1) + 1
        yield entry, next(numbers) + 2 if number & 1 else 1


def _unpack_numbers(packed: str) -> Iterator[int]:
    number = shift = 0
    for digit in packed:
        value = _VALUE_OF[digit]
        number |= (value & 31) << shift
        shift += 5
        if value < 32:
            yield number
            number = shift = 0


def batches(sizes: Iterable[int], limit: int) -> Iterator[tuple[int, int]]:
    """Borders (first, end) of consecutive items that together stay within `limit`, at least one each."""
    first = total = end = 0
    for size in sizes:
        if end > first and total + size > limit:
            yield first, end
            first, total = end, 0
        total += size
        end += 1
    if end > first:
        yield first, end
