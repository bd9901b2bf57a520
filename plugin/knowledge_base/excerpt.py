"""The lines that show why an entry matched. The twin of `assets/excerpt.js`; vectors: `tests/vectors`.

They are those of the first block of the body that holds a term, if it is one of the first blocks: so a browser needs a
part of a long text only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from .text import fold_blanks, fold_lines, lower

MAX_EXCERPTS = 3
MAX_BYTES = 256
"""Length of an excerpt in UTF-8: about three lines of a result on a screen."""
BLOCK_CHARACTERS = 16_384
"""The most code points in a block."""
MAX_BLOCKS = 8
"""So many blocks are looked at; what stands further back in a text is counted, and not shown."""
LEAD_BYTES = 64
"""What an excerpt that had to be cut shows of the text before its first match."""

CONSTANTS = {
    "excerpts": MAX_EXCERPTS,
    "excerptBlocks": MAX_BLOCKS,
    "excerptBytes": MAX_BYTES,
    "excerptLead": LEAD_BYTES,
}
"""The same, under the names that the manifest of the index uses."""


def blocks(body: str) -> Iterator[str]:
    """A body in pieces that end with a line where a line ends in them."""
    start = 0
    while len(body) - start > BLOCK_CHARACTERS:
        end = body.rfind("\n", start, start + BLOCK_CHARACTERS) + 1 or start + BLOCK_CHARACTERS
        yield body[start:end]
        start = end
    yield body[start:]


def excerpts(body: str, terms: Sequence[str]) -> tuple[str, ...]:
    """Up to `MAX_EXCERPTS` lines of the first block of `body` that holds a term, the strongest first.

    Empty where none of the first `MAX_BLOCKS` blocks holds one. Strength: how many terms of the query a line holds
    (duplicates count), then how often, then the earlier line.
    """
    has_phrase = any(" " in term for term in terms)
    for block in islice(blocks(body), MAX_BLOCKS):
        if found := _strongest(fold_lines(block) if has_phrase else block, terms):
            return found
    return ()


def _strongest(block: str, terms: Sequence[str]) -> tuple[str, ...]:
    lowered = lower(block)
    candidates = []
    for start, end in _lines_with(terms, lowered):
        counts = [lowered.count(term, start, end) for term in terms]
        distinct = sum(1 for count in counts if count)
        candidates.append((-distinct, -sum(counts), start, end))
    candidates.sort()
    return tuple(_around_first_match(block[start:end], terms) for *_, start, end in candidates[:MAX_EXCERPTS])


def _lines_with(terms: Sequence[str], lowered: str) -> set[tuple[int, int]]:
    """Where the lines that hold a term start and end; no term holds a line end."""
    found = set()
    for term in terms:
        at = lowered.find(term)
        while at >= 0:
            end = lowered.find("\n", at)
            end = len(lowered) if end < 0 else end
            found.add((lowered.rfind("\n", 0, at) + 1, end))
            at = lowered.find(term, end)
    return found


def _around_first_match(line: str, terms: Sequence[str]) -> str:
    folded = fold_blanks(line)
    encoded = folded.encode()
    if len(encoded) <= MAX_BYTES:
        return folded
    lowered = lower(folded)
    first = min(at for at in map(lowered.find, terms) if at >= 0)
    match_start = len(folded[:first].encode())
    start = _border(encoded, max(0, min(match_start - LEAD_BYTES, len(encoded) - MAX_BYTES)))
    end = start + MAX_BYTES
    while end < len(encoded) and encoded[end] & 0xC0 == 0x80:
        end -= 1
    return encoded[start:end].decode()


def _border(encoded: bytes, at: int) -> int:
    """The first border of a code point at or after `at`."""
    while at < len(encoded) and encoded[at] & 0xC0 == 0x80:
        at += 1
    return at
