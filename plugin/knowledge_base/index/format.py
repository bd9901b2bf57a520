"""The shape of the published index, and how lists are packed into strings. Its page: `docs/reference/index-format.md`.

Every file is JSON without floats; numbers that a computation needs exactly are IEEE-754 bits in hexadecimal.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from operator import sub
from typing import Any

FORMAT = 3
MANIFEST = "manifest.json"
KEYS = (
    *("constants", "unicode", "categories", "stores", "descriptions", "entriesPerShard", "entries", "tags"),
    *("runs", "marks", "fragments", "long", "longFilter", "joints"),
)
"""What every manifest of this format holds, too."""
DOCS = "docs"
"""Folder of an index directory that holds the index of the documentation pages."""

LEXICON_LEAST = 8_000
LEXICON_BYTES = 10_000
POSTINGS_BYTES = 6_000
TEXTS_BYTES = 4_000
TAGS_BYTES = 6_000
JOINTS_BYTES = 6_000
"""Sizes of shards before compression: what one fetch costs against how many there are."""

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_SHARED = len(_CAPITALS) - 1
DIGITS = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in '"\\')
"""What JSON writes as one byte, but the blank, which separates lists: 92 digits."""
LAST_DIGITS = 70
"""Digits below this end a number, the others say that one follows."""
_MORE = len(DIGITS) - LAST_DIGITS
_VALUE_OF = {digit: value for value, digit in enumerate(DIGITS)}
_NUMBER = re.compile(f"[{re.escape(DIGITS[LAST_DIGITS:])}]*[{re.escape(DIGITS[:LAST_DIGITS])}]")


def entries_per_shard(entries: int) -> int:
    """So many that neither the shards nor the list of their names grows large."""
    per_shard = 8
    while 9 * per_shard * per_shard < entries:
        per_shard *= 2
    return per_shard


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
    if not body.isascii():
        body = body.replace("\u2028".encode(), b"\\u2028").replace("\u2029".encode(), b"\\u2029")
    key = json.dumps(name).encode()
    return f"{name[:-5]}.js", b"(self.knowledgeShards??={})[" + key + b"]=" + body + b";\n"


def bits(value: float) -> str:
    """A double as 16 hexadecimal digits."""
    return struct.pack(">d", value).hex()


def order(word: str) -> bytes:
    """The key that sorts words as JavaScript compares strings: by UTF-16 units."""
    return word.encode("utf-16-be")


def pack_words(words: Iterable[str]) -> str:
    """Sorted lower-cased words, front-coded: a capital letter says how many characters the last word lends.

    Lower-cased text holds no `A` to `Z`, so they also separate. What is lent ends before the first character beyond
    U+FFFF, so that code points and UTF-16 units agree.
    """
    parts = []
    last = ""
    for word in words:
        shared = 0
        for char, lent in zip(word[:_MAX_SHARED], last, strict=False):
            if char != lent or char > "\uffff":
                break
            shared += 1
        parts.append(_CAPITALS[shared] + word[shared:])
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
        last = last[: _CAPITALS.index(packed[start])] + packed[start + 1 : end]
        words.append(last)
        start = end
    return words


def pack_postings(counts: Mapping[int, int]) -> str:
    """Counts by rising entry: the gap doubled, plus one where a count above 1 follows, lowered by 2."""
    steps = map(sub, counts, (-1, *counts))
    return "".join(map(_POSTING.__getitem__, zip(steps, counts.values(), strict=True)))


def pack_numbers(numbers: Iterable[int]) -> str:
    """Digits of a number, the lowest first: one below `LAST_DIGITS` is its last."""
    return "".join(map(_digits, numbers))


def _digits(number: int) -> str:
    digits = ""
    while number >= LAST_DIGITS:
        number -= LAST_DIGITS
        digits += DIGITS[LAST_DIGITS + number % _MORE]
        number //= _MORE
    return digits + DIGITS[number]


class _PostingOf(dict[tuple[int, int], str]):
    """How a count is packed so many entries after the last one."""

    def __missing__(self, posting: tuple[int, int]) -> str:
        step, count = posting
        number = (step - 1) * 2
        packed = _digits(number) if count == 1 else _digits(number + 1) + _digits(count - 2)
        if step < _FEW and count < _FEW:
            self[posting] = packed
        return packed


_FEW = 128
"""Most steps and counts are smaller; those are remembered."""
_POSTING = _PostingOf()


def unpack_numbers(packed: str) -> Iterator[int]:
    """What `pack_numbers` packed."""
    return map(_number, _NUMBER.findall(packed))


@lru_cache(maxsize=1 << 14)
def _number(digits: str) -> int:
    number = 0
    for digit in reversed(digits):
        number = number * _MORE + _VALUE_OF[digit]
    return number


def unpack_postings(packed: str) -> dict[int, int]:
    """What `pack_postings` packed: counts by entry."""
    numbers = unpack_numbers(packed)
    entry = -1
    found = {}
    for number in numbers:
        entry += (number >> 1) + 1
        found[entry] = next(numbers) + 2 if number & 1 else 1
    return found


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
