"""Whether a long run may hold a term: the trigrams of all long runs, hashed into a set of bits. No wrong no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import format as fmt

_SHORT = 3
_BITS_PER_DIGIT = 6
_MOST_BITS = 1 << 16
_DIGIT_OF = {
    f"{value:0{size}b}"[::-1]: fmt.DIGITS[value] for size in range(1, _BITS_PER_DIGIT + 1) for value in range(1 << size)
}
"""By up to six flags, the lowest bit first."""


def make_filter(words: Iterable[str]) -> str:
    """Six bits a digit; empty if there are no words. Up to 65,536 bits, at most one in eight of fewer is set."""
    found = {number for word in words for number in codes(word)}
    if not found:
        return ""
    size = 64
    while size < min(8 * len(found), _MOST_BITS):
        size *= 2
    return pack_bits({number % size for number in found}, size)


def may_hold(made: str, term: str) -> bool:
    """Whether one of the words may hold `term`."""
    if not made or len(term) < _SHORT:
        return bool(made)
    size = 1 << ((len(made) * _BITS_PER_DIGIT).bit_length() - 1)
    return all(is_set(made, number % size) for number in codes(term))


def codes(word: str) -> Iterator[int]:
    """A number for each three neighbouring characters."""
    return map(code, word, word[1:], word[2:])


def code(a: str, b: str, c: str) -> int:
    """A number below 2 ** 28 for three characters."""
    return (ord(a) * 961 + ord(b) * 31 + ord(c)) * 40_503 % 2_147_483_647 >> 3


def pack_bits(numbers: Iterable[int], size: int) -> str:
    """A bit for each number below `size`, six a digit."""
    digits = bytearray(-(-size // _BITS_PER_DIGIT))
    for number in numbers:
        digits[number // _BITS_PER_DIGIT] |= 1 << number % _BITS_PER_DIGIT
    return "".join(map(fmt.DIGITS.__getitem__, digits))


def pack_flags(flags: str) -> str:
    """A bit for each `0` or `1`, six a digit."""
    starts = range(0, len(flags), _BITS_PER_DIGIT)
    return "".join([_DIGIT_OF[flags[at : at + _BITS_PER_DIGIT]] for at in starts])


def with_bits(packed: str, bits: Iterable[tuple[int, bool]]) -> str:
    """The same with other bits."""
    digits = list(packed)
    for number, on in bits:
        at, place = divmod(number, _BITS_PER_DIGIT)
        value = fmt.DIGITS.index(digits[at]) & ~(1 << place) | on << place
        digits[at] = fmt.DIGITS[value]
    return "".join(digits)


def is_set(packed: str, number: int) -> bool:
    """Whether the bit of a number is set."""
    return bool(fmt.DIGITS.index(packed[number // _BITS_PER_DIGIT]) >> number % _BITS_PER_DIGIT & 1)
