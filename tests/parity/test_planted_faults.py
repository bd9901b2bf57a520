"""The parity test is worth something: each of the known mistakes makes it fail."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from tests.parity.engines import ASSETS, ask, ask_node
from tests.parity.generated import Requests, Stores, case
from tests.support import folder_knowledge, republish

import knowledge_base.stores.folder
from knowledge_base import ranking, search

SETS = 64
Compare = Callable[[Stores, Requests, Path], bool]
Columns = Sequence[Mapping[int, int]]
Totals = dict[int, float]


def found(agree: Compare, folder: Path) -> bool:
    """Whether one of the first sets of stores tells the engines apart."""
    return not all(agree(*case(seed, 20), folder / str(seed)) for seed in range(SETS))


JAVASCRIPT = {
    "the logarithm of the platform": ("formula.js", "1 + log2(count)", "1 + Math.log2(count)"),
    "the lower-casing of the platform": ("text.js", "lowerOf.get(char) ?? char", "char.toLowerCase()"),
    "overlapping counts": ("text.js", "text.indexOf(term, at + term.length)", "text.indexOf(term, at + 1)"),
    "lengths in UTF-16": ("text.js", "for (const _ of text) length++;", "length = text.length;"),
    "a power instead of a product": ("formula.js", "sum * (coverage * coverage)", "sum * coverage * coverage"),
    "a phrase across lines": ("text.js", 'text.split("\\n").map(foldBlanks).join("\\n")', "foldBlanks(text)"),
    "a filter after the cut": (
        "search.js",
        "const floor = floorOf(best);",
        "const floor = floorOf(Math.max(...scores));",
    ),
    "the blanks of JavaScript": ("text.js", "text.match(wordsPattern)", "text.match(/\\S+/g)"),
}


@pytest.mark.parametrize("fault", JAVASCRIPT)
def test_a_fault_in_javascript_is_found(fault: str, tmp_path: Path) -> None:
    name, right, wrong = JAVASCRIPT[fault]
    assets = tmp_path / "assets"
    shutil.copytree(ASSETS, assets)
    source = (assets / name).read_text("utf-8")
    assert source.count(right) == 1
    (assets / name).write_text(source.replace(right, wrong), "utf-8")

    def agree(stores: Stores, requests: Requests, folder: Path) -> bool:
        knowledge = folder_knowledge(folder / "stores", stores)
        republish(knowledge, folder / "index")
        return ask_node(folder / "index", requests, assets) == ask(knowledge, requests)

    assert found(agree, tmp_path)


def test_ties_in_utf_16_order_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def agree(stores: Stores, requests: Requests, folder: Path) -> bool:
        knowledge = folder_knowledge(folder / "stores", stores)
        expected = ask(knowledge, requests)
        with monkeypatch.context() as patch:
            by_unit = lambda names, key=None: sorted(names, key=lambda name: name.encode("utf-16-be"))  # noqa: E731
            patch.setattr(knowledge_base.stores.folder, "sorted", by_unit, raising=False)
            faulty = folder_knowledge(folder / "again", stores)
            republish(faulty, folder / "index")
        return ask_node(folder / "index", requests) == expected

    assert found(agree, tmp_path)


def test_a_sum_in_another_order_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def summed_at_once(terms: Sequence[str], counts: Columns, tags: Sequence[Sequence[str]], *_: object) -> Totals:
        found = {}
        for number, tagged in enumerate(tags):
            right = ranking.score(terms, [column.get(number, 0) for column in counts], tagged)
            total = math.fsum(part.score for part in right.evidence)
            if total:
                found[number] = total * (right.coverage * right.coverage)
        return found

    def agree(stores: Stores, requests: Requests, folder: Path) -> bool:
        knowledge = folder_knowledge(folder / "stores", stores)
        expected = ask(knowledge, requests)
        with monkeypatch.context() as patch:
            patch.setattr(search, "values", summed_at_once)
            return ask(knowledge, requests) == expected

    assert found(agree, tmp_path)
