"""Words of several pieces, such as `built-in`: those that headings or several entries hold get lists of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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

    def __init__(self, compounds: Iterable[str]) -> None:
        self._started = _Started(compounds)

    def within(self, core: str) -> set[str]:
        """The compounds that a core holds."""
        return {
            compound
            for started in filter(None, map(self._started.__getitem__, _heads(pieces(core))))
            for compound in started
            if compound in core
        }


class _Started(dict[str, list[str]]):
    """For the head of some text the compounds that may start in it."""

    def __init__(self, compounds: Iterable[str]) -> None:
        super().__init__()
        self._by_head: dict[str, list[str]] = {}
        for compound in compounds:
            self._by_head.setdefault(next(_heads(pieces(compound))), []).append(compound)

    def __missing__(self, head: str) -> list[str]:
        ends = (head[at:] for at in range(max(0, len(head) - LONGEST), len(head) - 1))
        found = self[head] = [compound for end in ends if end in self._by_head for compound in self._by_head[end]]
        return found


def _heads(cut: Sequence[str]) -> Iterator[str]:
    """For each piece but the last, it and the first character of the next."""
    return map(add, cut, (piece[0] for piece in cut[1:]))


def holders(cores: Mapping[str, Flat], compounds: Collection[str]) -> dict[str, list[Flat]]:
    """For each compound the occurrences of all cores that hold it, as often as they do."""
    within = Compounds(compounds).within
    lists: dict[str, list[Flat]] = {compound: [] for compound in compounds}
    for core, found in cores.items():
        for compound in within(core):
            lists[compound] += [found] * core.count(compound)
    return lists
