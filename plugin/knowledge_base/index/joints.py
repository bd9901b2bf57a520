"""Where pieces of several classes meet: three neighbouring characters that are not of one class, such as `t-i`.

Each joint falls into one of so many lists, which say what blocks hold one of theirs. A block that holds a term holds
each of its joints, so that it is in each of their lists: few blocks are, and only they are read for a term that has no
list of its own. The twin of `assets/joints.js`.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any

from ..excerpt import blocks
from . import format as fmt
from .files import Files
from .filter import code, is_set, pack_flags, with_bits
from .pieces import joints

_LISTS = ((300, 512), (3_000, 832), (8_000, 256))
_LEAST_LISTS = 64
"""Up to so many entries, so many lists: what the lists may cost is bounded, and few texts are soon read."""

Masks = tuple[int, ...]
"""For each block of an entry the lists that its joints fall into, as bits of one number."""
Published = dict[str, Any]
"""`joints` of the manifest."""


def lists_for(entries: int) -> int:
    """How many lists so many counted entries have."""
    return next((lists for most, lists in _LISTS if entries <= most), _LEAST_LISTS)


class MaskOf:
    """Masks of text without blanks, where there are so many lists."""

    def __init__(self, lists: int) -> None:
        self._bit_of = _BitOf(lists)

    def __call__(self, text: str) -> int:
        return reduce(or_, map(self._bit_of.__getitem__, joints(text)), 0)


class _BitOf(dict[str, int]):
    """The list of each joint, as a bit."""

    def __init__(self, lists: int) -> None:
        super().__init__()
        self._bits = [1 << number for number in range(lists)]

    def __missing__(self, joint: str) -> int:
        bit = self[joint] = self._bits[code(*joint) % len(self._bits)]
        return bit


def stretches(body: str) -> Iterator[tuple[str, int]]:
    """Blocks of a body that are read together, as a token may go on where no line ends: their text and number."""
    parts = list(blocks(body))
    first = 0
    for end, part in enumerate(parts, 1):
        if part.endswith("\n") or end == len(parts):
            yield "".join(parts[first:end]), end - first
            first = end


def write_joints(held: Mapping[int, Masks], lists: int, entries: int, files: Files) -> Published:
    """Add the lists of blocks that hold joints; `held` are those of counted entries.

    A list has a bit for each block: first those of first blocks, by entry; then all later ones.
    """
    masks = [held[entry][0] if entry in held else 0 for entry in range(entries)]
    later = {}
    for entry, (_, *more) in held.items():
        if more:
            later[entry] = len(more)
            masks += more
    flags = "".join([f"{mask:0{lists}b}" for mask in masks])
    name = files.add("later", fmt.pack_postings(later))
    return _published([pack_flags(flags[lists - 1 - number :: lists]) for number in range(lists)], name, files)


def revise_joints(
    published: Published, entries: int, edits: Mapping[int, Masks], last: Mapping[str, bytes], files: Files
) -> Published:
    """Add the lists for edited entries that have as many blocks as before."""
    files.keep(last, [published["later"], *(() if edits else published["shards"])])
    if not edits:
        return published
    known = Joints(published, entries, lambda name: json.loads(last[name]))
    blocks_of = [
        (place, mask) for entry, masks in edits.items() for place, mask in zip(known.places(entry), masks, strict=True)
    ]
    lists = [row for name in published["shards"] for row in json.loads(last[name]).split(" ")]
    revised = [
        with_bits(row, ((place, bool(mask >> number & 1)) for place, mask in blocks_of))
        for number, row in enumerate(lists)
    ]
    return _published(revised, published["later"], files)


def _published(lists: Sequence[str], later: str, files: Files) -> Published:
    per_shard = max(1, fmt.JOINTS_BYTES // (len(lists[0]) + 1))
    shards = [files.add("joints", " ".join(lists[at : at + per_shard])) for at in range(0, len(lists), per_shard)]
    return {"lists": len(lists), "perShard": per_shard, "shards": shards, "later": later}


class Joints:
    """The lists as published, of so many entries."""

    def __init__(self, published: Published, size: int, shard: Callable[[str], Any]) -> None:
        self._published = published
        self._size = size
        self._shard = shard

    def narrow(self, term: str, entries: Sequence[int]) -> Sequence[int]:
        """Those entries with a block that may hold the term."""
        numbers = {code(*joint) % self._published["lists"] for joint in joints(term)}
        rows = [self._row(number) for number in sorted(numbers)]
        if not rows:
            return entries
        return [entry for entry in entries if any(all(is_set(row, at) for row in rows) for at in self.places(entry))]

    def _row(self, number: int) -> str:
        at, place = divmod(number, self._published["perShard"])
        row: str = self._shard(self._published["shards"][at]).split(" ")[place]
        return row

    def places(self, entry: int) -> Iterator[int]:
        """Where the bits of an entry's blocks are."""
        yield entry
        entries, ends = self._later
        at = bisect_left(entries, entry)
        if at < len(entries) and entries[at] == entry:
            yield from range(ends[at - 1] if at else self._size, ends[at])

    @cached_property
    def _later(self) -> tuple[list[int], list[int]]:
        """Entries with later blocks, and where the bits of each end."""
        counts = fmt.unpack_postings(self._shard(self._published["later"]))
        ends = []
        end = self._size
        for count in counts.values():
            end += count
            ends.append(end)
        return list(counts), ends
