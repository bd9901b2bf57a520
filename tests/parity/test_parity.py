"""Brute force, the index in Python and the index in JavaScript give the same answers, to the last bit."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.parity.engines import ask, ask_node
from tests.parity.generated import case
from tests.support import folder_knowledge, republish

SHARES = 8
SETS = 64
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


def test_the_generated_cases_are_enough_and_tell_something() -> None:
    cases = [case(seed, QUERIES) for seed in range(SHARES * SETS)]
    assert len({repr(stores) for stores, _ in cases}) >= 500
    assert sum(len(requests) for _, requests in cases) >= 10_000
