"""A query in, ranked hits out: the knowledge layer. The twin of `assets/search.js`; vectors: `tests/vectors`.

The order of the steps is part of what is promised (`docs/reference/ranking.md`): score, merge, exclude, filter, cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .categories import Registry
from .errors import RequestError, did_you_mean
from .model import TIERS, Filters, Hit, SearchResult, StoreId, category_of
from .query import parse
from .ranking import floor, score, values
from .stores import Matches, Store
from .survey import Survey

ALL = "all"
_SHOWN_TAGS = 20


@dataclass(frozen=True, slots=True)
class NamedStore:
    """A store at its address; their order in a sequence breaks ties."""

    id: StoreId
    store: Store


@dataclass(frozen=True, slots=True)
class Found:
    """What a store found: the score of each entry that can be a hit, by its number in `matches`."""

    named: NamedStore
    matches: Matches
    scores: dict[int, float]

    def within(self, filters: Filters) -> dict[int, float]:
        """The scores of entries that are in one of the categories and carry all of the tags."""
        if not filters.category and not filters.tag:
            return self.scores
        paths, tags, wanted = self.matches.table.paths, self.matches.table.tags, set(filters.tag)
        return {
            number: value
            for number, value in self.scores.items()
            if not filters.category or category_of(paths[number]) in filters.category
            if wanted <= set(tags[number])
        }


def search(
    stores: Sequence[NamedStore],
    registry: Registry,
    survey: Survey,
    query: str,
    given: Filters | None = None,
    limit: int | None = None,
    weaker: bool = False,
) -> SearchResult:
    """Rank what the stores hold for `query`, within the filters `given` and those that are typed in it.

    `weaker` shows hits below the cutoff too. `limit` bounds the hits, not the totals.
    Raises `RequestError` for an unknown tier, store, category or tag, and for a limit below 1.
    """
    asked = parse(query, given)
    filters = asked.filters
    selected = reached(stores, registry, filters)
    if limit is not None and limit < 1:
        raise RequestError(
            "knowledge_limit_invalid", f"the limit must be at least 1, got {limit}", "omit it or raise it"
        )
    scope = [stores[i] for i in selected]
    if not asked.terms:
        # A tag that is typed before any word is looked for already.
        _refuse_unknown_tag(scope, registry, filters, parse(query).filters.tag)
        return SearchResult(query, asked.terms, filters, 0, 0, ())
    found = [find(named, registry, asked.terms) for named in scope]
    scores = [one.within(filters) for one in found]
    best = max((value for mine in scores for value in mine.values()), default=0.0)
    if not best:
        _refuse_unknown_tag(scope, registry, filters, filters.tag)
    ranked = _rank(found, scores, 0.0 if weaker else floor(best))
    every = sum(map(len, scores))
    total = sum(value >= floor(best) for mine in scores for value in mine.values()) if weaker else len(ranked)
    hits = tuple(_hit(one, number, asked.terms, survey) for one, number in ranked[:limit])
    return SearchResult(query, asked.terms, filters, total, every - total, hits)


def find(named: NamedStore, registry: Registry, terms: Sequence[str]) -> Found:
    """Every entry of a store that can be a hit and has a score."""
    matches = Matches.of(named.store.find(terms), terms)
    can_be_hits = matches.table.where(registry.is_searched)
    matches = matches.counting(can_be_hits)
    scores = values(terms, matches.counts, matches.table.tags, matches.likely)
    return Found(named, matches, {number: value for number, value in scores.items() if number in can_be_hits})


def _rank(found: Sequence[Found], scores: Sequence[dict[int, float]], least: float) -> list[tuple[Found, int]]:
    """What has at least a score, best first; ties by the order of the stores, then by path in UTF-8 order."""
    ranked = [
        (-value, place, one.matches.table.paths[number].encode(), number)
        for place, (one, mine) in enumerate(zip(found, scores, strict=True))
        for number, value in mine.items()
        if value >= least
    ]
    ranked.sort()
    return [(found[place], number) for _, place, _, number in ranked]


def _hit(found: Found, number: int, terms: Sequence[str], survey: Survey) -> Hit:
    id_, matches = found.named.id, found.matches
    info = found.named.store.describe(matches.table.paths[number], terms)
    parts = score(terms, matches.counts_of(number), matches.table.tags[number])
    missing = dict.fromkeys(part.term for part in parts.evidence if part.score == 0)
    return Hit(
        tier=id_.tier,
        name=id_.name,
        path=info.path,
        category=category_of(info.path),
        title=info.title,
        score=found.scores[number],
        tags=info.tags,
        checksum=info.checksum,
        excerpts=info.excerpts,
        evidence=parts.evidence,
        coverage=parts.coverage,
        missing=tuple(missing),
        copies=tuple(survey.copies(id_, info)),
    )


def reached(stores: Sequence[NamedStore], registry: Registry, filters: Filters) -> list[int]:
    """The positions of the stores that filters reach. Refuses unknown tiers, stores and categories."""
    selected = select(stores, filters.tier, filters.store)
    for name in filters.category:
        if name not in registry.looked_up:
            _refuse_unknown_category(stores, registry, name)
    return selected


def select(stores: Sequence[NamedStore], tiers: Sequence[str], names: Sequence[str]) -> list[int]:
    """The positions of the stores that tiers and store names reach. Refuses what reaches nothing."""
    for tier in tiers:
        if tier not in (*TIERS, ALL):
            available = _available(stores, ALL)
            raise RequestError(
                "knowledge_tier_invalid",
                f'unknown knowledge tier "{tier}"',
                f'{did_you_mean(tier, (*TIERS, ALL))}reissue with the tier "project", "repo" or "all"; {available}',
            )
    only = tiers[0] if len(set(tiers)) == 1 else ALL
    within = [i for i, named in enumerate(stores) if only in (ALL, named.id.tier)]
    for name in names:
        if not any(_is_named(stores[i].id, name) for i in within):
            where = "any tier" if only == ALL else f'the "{only}" tier'
            raise RequestError(
                "knowledge_store_unknown",
                f'no knowledge store named "{name}" in {where}',
                did_you_mean(name, [stores[i].id.name for i in within]) + _available([stores[i] for i in within], only),
                name,
            )
    return [i for i in within if not names or any(_is_named(stores[i].id, name) for name in names)]


def _is_named(id_: StoreId, name: str) -> bool:
    return name in (id_.name, str(id_))


def _available(stores: Sequence[NamedStore], tier: str) -> str:
    within = "" if tier == ALL else f' in the "{tier}" tier'
    names = ", ".join(named.id.name for named in stores)
    return f"stores available{within}: {names}" if names else f"no stores are configured{within}"


def vocabulary(
    stores: Iterable[NamedStore], registry: Registry, categories: Sequence[str] = ()
) -> list[tuple[str, int]]:
    """Tags in use with the number of entries that carry them, most used first, then in UTF-8 order.

    `categories` are looked at, or all. Always-applied entries are left out: no search reaches their tags.
    """
    counted = Counter(
        tag
        for named in stores
        for info in named.store.entries()
        if category_of(info.path) not in registry.always_applied
        if not categories or category_of(info.path) in categories
        for tag in info.tags
    )
    return sorted(counted.items(), key=lambda item: (-item[1], item[0].encode()))


def _refuse_unknown_category(stores: Iterable[NamedStore], registry: Registry, name: str) -> None:
    folders = [category_of(info.path) for named in stores for info in named.store.entries()]
    known = list(dict.fromkeys([*registry.looked_up, *folders]))
    searched = [folder for folder in known if folder and folder not in registry.always_applied]
    if name not in searched:
        raise RequestError(
            "knowledge_category_unknown",
            f'no search reaches a category "{name}"',
            f"{did_you_mean(name, searched)}categories that are searched: {', '.join(searched)}",
            name,
        )


def _refuse_unknown_tag(
    stores: Iterable[NamedStore], registry: Registry, filters: Filters, wanted: Sequence[str]
) -> None:
    if not wanted:
        return
    used = [tag for tag, _ in vocabulary(stores, registry, filters.category)]
    for tag in wanted:
        if tag not in used:
            more = len(used) - _SHOWN_TAGS
            listed = ", ".join(used[:_SHOWN_TAGS]) + (f" and {more} more" if more > 0 else "")
            in_use = f"tags in use: {listed}" if used else "no entry in scope carries any tag yet"
            raise RequestError(
                "knowledge_tag_unknown",
                f'no knowledge entry in scope carries the tag "{tag}"',
                f"{did_you_mean(tag, used)}{in_use}",
                tag,
            )


def in_listing_order(paths: Iterable[str]) -> Iterator[str]:
    """Depth first, the children of a folder by name: `a/x.md` comes before `a.md`."""
    return iter(sorted(paths, key=lambda path: [part.encode() for part in path.split("/")]))
