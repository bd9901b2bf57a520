"""A query in, ranked hits out: the knowledge layer. The twin of `assets/search.js`; vectors: `tests/vectors`.

The order of the steps is part of what is promised (`docs/reference/ranking.md`): score, merge, exclude, filter, cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .categories import Registry
from .errors import RequestError, did_you_mean
from .model import TIERS, Evidence, Hit, Score, SearchResult, StoreId, category_of
from .ranking import cut, score
from .stores import Store
from .text import normalise_tags
from .text import terms as terms_of

ALL = "all"
_SHOWN_TAGS = 20


@dataclass(frozen=True, slots=True)
class NamedStore:
    """A store at its address; their order in a sequence breaks ties."""

    id: StoreId
    store: Store


@dataclass(frozen=True, slots=True)
class _Candidate:
    store: int
    evidence: Evidence
    score: Score


def search(
    stores: Sequence[NamedStore],
    registry: Registry,
    query: str,
    tier: str = ALL,
    names: Sequence[str] = (),
    tags: Sequence[str] = (),
    limit: int | None = None,
) -> SearchResult:
    """Rank what the selected stores hold for `query`.

    `tier` and `names` select stores; an entry must carry every one of `tags`. `limit` bounds the hits, not the totals.
    Raises `RequestError` for an unknown tier, store or tag, and for a limit below 1.
    """
    selected = select(stores, tier, names)
    if limit is not None and limit < 1:
        raise RequestError(
            "knowledge_limit_invalid", f"the limit must be at least 1, got {limit}", "omit it or raise it"
        )
    terms = terms_of(query)
    if not terms:
        return SearchResult(query, terms, 0, 0, ())
    wanted = set(normalise_tags(tags))
    ranked = [
        candidate
        for candidate in _rank(stores, selected, terms)
        if registry.is_searched(candidate.evidence.path) and wanted <= set(candidate.evidence.tags)
    ]
    if not ranked and wanted:
        _refuse_unknown_tag([stores[i] for i in selected], registry, normalise_tags(tags))
    total = cut([(candidate.score.value, candidate) for candidate in ranked])
    shown = ranked[: total if limit is None else min(limit, total)]
    hits = tuple(_hit(stores[candidate.store], candidate, terms) for candidate in shown)
    return SearchResult(query, terms, total, len(ranked) - total, hits)


def _rank(stores: Sequence[NamedStore], selected: Sequence[int], terms: Sequence[str]) -> list[_Candidate]:
    """Every entry with a score, best first; ties by the order of the stores, then by path in UTF-8 order."""
    candidates = [
        _Candidate(i, evidence, parts)
        for i in selected
        for evidence in stores[i].store.find(terms)
        if (parts := score(terms, evidence.counts, evidence.tags)).value > 0
    ]
    candidates.sort(key=lambda found: (-found.score.value, found.store, found.evidence.path.encode()))
    return candidates


def _hit(named: NamedStore, candidate: _Candidate, terms: Sequence[str]) -> Hit:
    info = named.store.describe(candidate.evidence.path, terms)
    missing = dict.fromkeys(part.term for part in candidate.score.evidence if part.score == 0)
    return Hit(
        tier=named.id.tier,
        name=named.id.name,
        path=info.path,
        category=category_of(info.path),
        title=info.title,
        score=candidate.score.value,
        tags=info.tags,
        checksum=info.checksum,
        excerpts=info.excerpts,
        evidence=candidate.score.evidence,
        coverage=candidate.score.coverage,
        missing=tuple(missing),
    )


def select(stores: Sequence[NamedStore], tier: str, names: Sequence[str]) -> list[int]:
    """The positions of the stores that a tier and store names reach. Refuses what reaches nothing."""
    if tier not in (*TIERS, ALL):
        available = _available(stores, ALL)
        raise RequestError(
            "knowledge_tier_invalid",
            f'unknown knowledge tier "{tier}"',
            f'{did_you_mean(tier, (*TIERS, ALL))}reissue with the tier "project", "repo" or "all"; {available}',
        )
    reached = [i for i, named in enumerate(stores) if tier in (ALL, named.id.tier)]
    for name in names:
        if not any(stores[i].id.name == name for i in reached):
            known = [stores[i].id.name for i in reached]
            where = "any tier" if tier == ALL else f'the "{tier}" tier'
            raise RequestError(
                "knowledge_store_unknown",
                f'no knowledge store named "{name}" in {where}',
                did_you_mean(name, known) + _available([stores[i] for i in reached], tier),
                name,
            )
    return [i for i in reached if not names or stores[i].id.name in names]


def _available(stores: Sequence[NamedStore], tier: str) -> str:
    within = "" if tier == ALL else f' in the "{tier}" tier'
    names = ", ".join(named.id.name for named in stores)
    return f"stores available{within}: {names}" if names else f"no stores are configured{within}"


def vocabulary(stores: Iterable[NamedStore], registry: Registry) -> list[tuple[str, int]]:
    """Tags in use with the number of entries that carry them, most used first, then in UTF-8 order.

    Always-applied entries are left out: no search reaches their tags.
    """
    counted = Counter(
        tag
        for named in stores
        for info in named.store.entries()
        if category_of(info.path) not in registry.always_applied
        for tag in info.tags
    )
    return sorted(counted.items(), key=lambda item: (-item[1], item[0].encode()))


def _refuse_unknown_tag(stores: Sequence[NamedStore], registry: Registry, wanted: Iterable[str]) -> None:
    used = [tag for tag, _ in vocabulary(stores, registry)]
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
