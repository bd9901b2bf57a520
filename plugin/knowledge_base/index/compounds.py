"""Words of several pieces, such as `built-in`: those that headings or several entries hold get lists of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import add

from .counting import Flat, Likely
from .pieces import pieces

ENTRIES = 24
LONGEST = 80


def wanted(cores: Mapping[str, Flat], likely: Likely) -> set[str]:
    """Those of some cores that get lists."""
    return {
        core
        for core, found in cores.items()
        if len(core) <= LONGEST and (len(found) >= 2 * ENTRIES or core in likely.headings or core in likely.titles)
    }


class Compounds:
    """Finds compounds inside cores."""

    def __init__(self, compounds: Collection[str]) -> None:
        lengths: dict[str, set[int]] = {}
        for compound in compounds:
            lengths.setdefault("".join(pieces(compound)[:2]), set()).add(len(compound))
        self._compounds = compounds
        self._starts = _Starts(lengths)

    def within(self, core: str) -> set[str]:
        """The compounds that a core holds."""
        held = set()
        cut = pieces(core)
        at = 0
        for first, starts in zip(cut, map(self._starts.__getitem__, map(add, cut, cut[1:])), strict=False):
            for offset, lengths in starts:
                start = at + offset
                for length in lengths:
                    if (part := core[start : start + length]) in self._compounds:
                        held.add(part)
            at += len(first)
        return held


class _Starts(dict[str, list[tuple[int, list[int]]]]):
    """For two neighbouring pieces the places in the first where compounds can start, and the lengths of those."""

    def __init__(self, lengths: Mapping[str, Collection[int]]) -> None:
        super().__init__()
        self._lengths = {head: sorted(found) for head, found in lengths.items()}

    def __missing__(self, head: str) -> list[tuple[int, list[int]]]:
        lengths = self._lengths
        # A place in the second piece is the first of another head.
        found = self[head] = [(at, lengths[head[at:]]) for at in range(len(head) - 1) if head[at:] in lengths]
        return found


def holders(cores: Mapping[str, Flat], compounds: Collection[str]) -> dict[str, list[Flat]]:
    """For each compound the occurrences of all cores that hold it, as often as they do."""
    within = Compounds(compounds).within
    lists: dict[str, list[Flat]] = {compound: [] for compound in compounds}
    for core, found in cores.items():
        for compound in within(core):
            lists[compound] += [found] * core.count(compound)
    return lists
