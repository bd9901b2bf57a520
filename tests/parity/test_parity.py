"""Brute force, the index in Python and the index in JavaScript give the same answers, to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ask, ask_more, ask_node
from tests.parity.generated import case
from tests.support import folder_knowledge, republish

from knowledge_base import KnowledgeError
from knowledge_base.query import parse

SHARES = 8
SETS = 64
MORE_SETS = 24
QUERIES = 20


@pytest.mark.parametrize("share", range(SHARES))
def test_all_engines_agree_on_generated_stores(share: int, tmp_path: Path) -> None:
    for seed in range(share * SETS, (share + 1) * SETS):
        stores, requests = case(seed, QUERIES)
        knowledge = folder_knowledge(tmp_path / f"stores{seed}", stores)
        index = tmp_path / f"index{seed}"
        expected = ask(knowledge, requests)
        read = ask(republish(knowledge, index), requests)
        answers = zip(requests, expected, read, ask_node(index, requests), strict=True)
        for request, brute, python, javascript in answers:
            assert python == brute, ("index in Python", seed, request)
            assert javascript == brute, ("index in JavaScript", seed, request)


@pytest.mark.parametrize("kind", ["facets", "nearest"])
def test_all_engines_agree_on_what_stands_beside_the_hits(kind: str, tmp_path: Path) -> None:
    for seed in range(MORE_SETS):
        stores, requests = case(seed, QUERIES)
        knowledge = folder_knowledge(tmp_path / f"stores{seed}", stores)
        index = tmp_path / f"index{seed}"
        expected = ask_more(kind, knowledge, requests)
        read = ask_more(kind, republish(knowledge, index), requests)
        javascript = ask_node(index, [{**request, "ask": kind} for request in requests])
        assert read == expected, ("index in Python", seed)
        assert javascript == expected, ("index in JavaScript", seed)


@pytest.mark.parametrize("seed", range(MORE_SETS))
def test_a_facet_counts_what_the_search_with_it_finds(seed: int, tmp_path: Path) -> None:
    stores, requests = case(seed, QUERIES)
    knowledge = folder_knowledge(tmp_path, stores)
    for request in requests:
        # Typed filters would come beside the one that is counted.
        query = " ".join(parse(request["query"]).terms).replace(":", " ")
        filters = {key: request[key] for key in ("tier", "filter", "categories", "tags")}
        try:
            counted = knowledge.facets(query, **filters)
        except KnowledgeError:
            continue
        for key, facets in counted.items():
            for value, count in ((facet.value, facet.count) for facet in facets):
                one: dict[str, dict[str, Any]] = {
                    # A store of the other tier would be refused.
                    "tier": {"tier": value, "filter": []} if not filters["filter"] else {},
                    "store": {"filter": [value]},
                    "category": {"categories": [value]},
                    "tag": {"tags": [*filters["tags"], value]},
                }
                if one[key]:
                    assert knowledge.search(query, **{**filters, **one[key]}).total == count, (request, key, value)


def test_the_generated_cases_are_enough_and_tell_something() -> None:
    cases = [case(seed, QUERIES) for seed in range(SHARES * SETS)]
    assert len({repr(stores) for stores, _ in cases}) >= 500
    assert sum(len(requests) for _, requests in cases) >= 10_000
