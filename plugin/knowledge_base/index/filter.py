"""Whether a long run may hold a term: the trigrams of all long runs, hashed into a set of bits. No wrong no."""

from __future__ import annotations

from collections.abc import Iterable

from . import format as fmt

_SHORT = 3
_BITS_PER_DIGIT = 6
_MOST_BITS = 1 << 16


def make_filter(words: Iterable[str]) -> str:
    """Six bits a digit; empty if there are no words. Up to 65,536 bits, at most one in eight of fewer is set."""
    codes = {code for word in words for code in _codes(word)}
    if not codes:
        return ""
    size = 64
    while size < min(8 * len(codes), _MOST_BITS):
        size *= 2
    bits = bytearray(size)
    for code in codes:
        bits[code % size] = 1
    groups = (bits[at : at + _BITS_PER_DIGIT] for at in range(0, size, _BITS_PER_DIGIT))
    return "".join(fmt.DIGITS[sum(bit << place for place, bit in enumerate(group))] for group in groups)


def may_hold(made: str, term: str) -> bool:
    """Whether one of the words may hold `term`."""
    if not made or len(term) < _SHORT:
        return bool(made)
    size = 1 << ((len(made) * _BITS_PER_DIGIT).bit_length() - 1)
    return all(_is_set(made, code % size) for code in _codes(term))


def _is_set(made: str, bit: int) -> bool:
    return bool(fmt.DIGITS.index(made[bit // _BITS_PER_DIGIT]) >> bit % _BITS_PER_DIGIT & 1)


def _codes(word: str) -> Iterable[int]:
    """A number below 2 ** 31 for each three neighbouring characters."""
    codes = [ord(char) for char in word]
    for a, b, c in zip(codes, codes[1:], codes[2:], strict=False):
        yield (a * 961 + b * 31 + c) * 40_503 % 2_147_483_647 >> 3
