"""How many hits each value of a filter would leave. The twin of `assets/facets.js`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from .categories import Registry
from .model import Facet, Filters, category_of
from .query import parse
from .ranking import floor
from .search import Found, NamedStore, find, reached


def facets(
    stores: Sequence[NamedStore],
    registry: Registry,
    query: str,
    given: Filters,
    keys: Sequence[str],
) -> dict[str, tuple[Facet, ...]]:
    """For each of `keys`, its values with hits, the most first, then in UTF-8 order.

    The count of a value is the `total` of the same search with this value alone in its place; of a tag, with this tag
    beside those that are wanted. Refuses what a search refuses.
    """
    asked = parse(query, given)
    found = [find(named, registry, asked.terms) for named in stores] if asked.terms else []
    values: dict[str, Callable[[Found, int], Iterable[str]]] = {
        "tier": lambda one, _: (one.named.id.tier,),
        "store": lambda one, _: (str(one.named.id),),
        "category": lambda one, number: filter(None, (category_of(one.matches.table.paths[number]),)),
        "tag": lambda one, number: one.matches.table.tags[number],
    }
    counted = {}
    for key in keys:
        # Another tier, store or category would come beside the chosen ones; another tag narrows what they leave.
        others = asked.filters if key == "tag" else replace(asked.filters, **{key: ()})
        selected = reached(stores, registry, others)
        left = [(found[i], found[i].within(others)) for i in selected] if found else []
        counted[key] = _count(left, values[key])
    return counted


def _count(
    found: Iterable[tuple[Found, Mapping[int, float]]], values: Callable[[Found, int], Iterable[str]]
) -> tuple[Facet, ...]:
    scores: dict[str, list[float]] = {}
    for one, mine in found:
        for number, score in mine.items():
            for value in values(one, number):
                scores.setdefault(value, []).append(score)
    counts = (Facet(value, _kept(mine)) for value, mine in scores.items())
    return tuple(sorted(counts, key=lambda facet: (-facet.count, facet.value.encode())))


def _kept(scores: list[float]) -> int:
    least = floor(max(scores))
    return sum(score >= least for score in scores)
