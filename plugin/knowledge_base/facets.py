"""How many hits each value of a filter would leave. The twin of `assets/facets.js`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from .categories import Registry
from .model import Facet, Filters, category_of
from .query import parse
from .ranking import cut
from .search import Candidate, NamedStore, passes, rank, reached


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
    ranked = rank(stores, registry, range(len(stores)), asked.terms) if asked.terms else []
    values: dict[str, Callable[[Candidate], Iterable[str]]] = {
        "tier": lambda found: (stores[found.store].id.tier,),
        "store": lambda found: (str(stores[found.store].id),),
        "category": lambda found: filter(None, (category_of(found.evidence.path),)),
        "tag": lambda found: found.evidence.tags,
    }
    counted = {}
    for key in keys:
        # Another tier, store or category would come beside the chosen ones; another tag narrows what they leave.
        others = asked.filters if key == "tag" else replace(asked.filters, **{key: ()})
        selected = set(reached(stores, registry, others))
        left = [found for found in ranked if found.store in selected and passes(found, others)]
        counted[key] = _count(left, values[key])
    return counted


def _count(ranked: Iterable[Candidate], values: Callable[[Candidate], Iterable[str]]) -> tuple[Facet, ...]:
    scores: dict[str, list[tuple[float, None]]] = {}
    for found in ranked:
        for value in values(found):
            scores.setdefault(value, []).append((found.score.value, None))
    counts = (Facet(value, cut(mine)) for value, mine in scores.items())
    return tuple(sorted(counts, key=lambda facet: (-facet.count, facet.value.encode())))
