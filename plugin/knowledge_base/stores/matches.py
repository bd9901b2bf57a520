"""Evidence by column: what a store of many entries answers, so that ranking makes no object for each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..model import Evidence


class Table:
    """What does not depend on a query. Entries go by number, which is their place in `paths` and in `tags`."""

    def __init__(
        self, paths: Sequence[str], tags: Sequence[tuple[str, ...]], uncounted: frozenset[int] = frozenset()
    ) -> None:
        self.paths = paths
        self.tags = tags
        self.uncounted = uncounted
        """Entries that columns of counts leave out, because hardly anyone asks for them."""
        self.where = lru_cache(maxsize=2)(self._where)

    def _where(self, accepts: Callable[[str], bool]) -> frozenset[int]:
        """The entries whose path is accepted; answers are kept by the identity of the function."""
        return frozenset(number for number, path in enumerate(self.paths) if accepts(path))


def _none(number: int) -> tuple[int, ...]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Matches(Iterable[Evidence]):
    """An answer of `Store.find`.

    For each term, `counts` holds the entries whose body contains it, and `likely` entries of which a tag may match: at
    least those with a tag that starts the term, or that the term starts. `count` is asked for the uncounted ones.
    """

    table: Table
    counts: tuple[Mapping[int, int], ...]
    likely: tuple[Collection[int], ...]
    count: Callable[[int], tuple[int, ...]] = _none

    @classmethod
    def of(cls, found: Iterable[Evidence], terms: Sequence[str]) -> Matches:
        """What any store found, by column."""
        if isinstance(found, cls):
            return found
        paths: list[str] = []
        tags: list[tuple[str, ...]] = []
        counts: tuple[dict[int, int], ...] = tuple({} for _ in terms)
        tagged: list[int] = []
        for number, evidence in enumerate(found):
            paths.append(evidence.path)
            tags.append(evidence.tags)
            if evidence.tags:
                tagged.append(number)
            for column, count in zip(counts, evidence.counts, strict=True):
                if count:
                    column[number] = count
        return cls(Table(paths, tags), counts, (tagged,) * len(terms))

    def counts_of(self, number: int) -> tuple[int, ...]:
        """One number per term."""
        return tuple(column.get(number, 0) for column in self.counts)

    def __iter__(self) -> Iterator[Evidence]:
        table = self.table
        for number, (path, tags) in enumerate(zip(table.paths, table.tags, strict=True)):
            counts = self.count(number) if number in table.uncounted else self.counts_of(number)
            if tags or any(counts):
                yield Evidence(path, counts, tags)

    def counting(self, entries: frozenset[int]) -> Matches:
        """The same, where `counts` leaves out none of these entries."""
        more = self.table.uncounted & entries
        if not more:
            return self
        columns = tuple(dict(column) for column in self.counts)
        for number in more:
            for column, count in zip(columns, self.count(number), strict=True):
                if count:
                    column[number] = count
        return Matches(self.table, columns, self.likely)
