"""A hundredth of the generated searches, and vectors, in Chromium: the same answers as brute force, to the last bit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests import test_shared_vectors as reference
from tests.browser.serving import serve
from tests.parity.engines import ASSETS, as_javascript, ask, from_javascript
from tests.parity.generated import case
from tests.support import SHARED, bits, folder_knowledge, republish

from knowledge_base import ranking
from knowledge_base.query import parse
from knowledge_base.text import lower

pytestmark = pytest.mark.browser

ENGINE = ("text", "formula", "excerpt", "lexicon", "filter", "terms", "index", "search", "joints", "texts", "refusals")
SETS = range(0, 512, 80)
QUERIES = 20

ASK = """
async ([folder, requests]) => {
  const load = async (name) => (await fetch(folder + name)).json();
  const index = await knowledgeBase.openIndex(load);
  return JSON.stringify(await Promise.all(requests.map((request) =>
    knowledgeBase.search(index, request).catch(({ code, message, nextAction }) =>
      ({ error: { code, message, next_action: nextAction } })))));
}
"""
RULES = """
async (folder) => {
  const manifest = await (await fetch(folder + 'manifest.json')).json();
  window.text = knowledgeBase.makeText(manifest.unicode);
  window.formula = knowledgeBase.makeFormula(manifest.constants);
}
"""


def load_engine(page: Page, url: str) -> None:
    page.goto(f"{url}blank.html")
    for name in ENGINE:
        page.add_script_tag(path=str(ASSETS / f"{name}.js"))
    page.evaluate("() => { knowledgeBase.need = async () => {}; }")


def ask_chromium(page: Page, folder: str, requests: Iterable[Mapping[str, Any]]) -> list[Any]:
    asked = [as_javascript(request) for request in requests]
    return [from_javascript(answer) for answer in json.loads(page.evaluate(ASK, [folder, asked]))]


def test_generated_searches(page: Page, tmp_path: Path) -> None:
    served = serve("/")
    served.root = tmp_path
    (tmp_path / "blank.html").write_text("<!doctype html><title>Blank</title>", "utf-8")
    try:
        load_engine(page, served.url)
        for seed in SETS:
            stores, requests = case(seed, QUERIES)
            knowledge = folder_knowledge(tmp_path / f"stores{seed}", stores)
            republish(knowledge, tmp_path / f"index{seed}")
            assert ask_chromium(page, f"{served.url}index{seed}/", requests) == ask(knowledge, requests)
        assert len(SETS) * QUERIES >= 103
    finally:
        served.stop()


def test_lower_casing_damping_and_terms(page: Page, tmp_path: Path) -> None:
    served = serve("/")
    served.root = tmp_path
    (tmp_path / "blank.html").write_text("<!doctype html><title>Blank</title>", "utf-8")
    republish(folder_knowledge(tmp_path / "stores", {"project/a": {"a.md": b""}}), tmp_path / "index")
    try:
        load_engine(page, served.url)
        page.evaluate(RULES, f"{served.url}index/")
        every = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
        assert page.evaluate("() => text.lower(String.fromCodePoint(0x130, 0x3a3)) ") == "iσ"
        lowered = page.evaluate("(chars) => chars.map((char) => text.lower(char))", every)
        assert [c for c, low in zip(every, lowered, strict=True) if low != lower(c)] == []
        damped = page.evaluate("() => Array.from({length: 20001}, (_, n) => formula.damp(n))")
        assert [n for n, value in enumerate(damped) if bits(value) != bits(ranking.damp(n))] == []
        queries = ["Alpha BRAVO", "a\u0085b", "\u2028x\u2029y", "\ufeffq", "İstanbul", "ΟΔΟΣ \u001c", "http http", ""]
        assert page.evaluate("(queries) => queries.map((query) => text.parse(query).terms)", queries) == [
            list(parse(query).terms) for query in queries
        ]
    finally:
        served.stop()


@pytest.mark.parametrize("name", ["K", "S"])
def test_searches_of_the_reference_program(name: str, page: Page, tmp_path: Path) -> None:
    if not reference.VECTORS.is_dir():
        pytest.skip(f"the vectors of the reference program are not at {reference.VECTORS}")
    republish(reference.open_set(name, tmp_path), tmp_path / "index")
    vectors = [vector for vector in reference.cases("search.jsonl") if vector["set"] == name]
    requests = [reference.request_of(vector) for vector in vectors]
    served = serve("/")
    served.root = tmp_path
    (tmp_path / "blank.html").write_text("<!doctype html><title>Blank</title>", "utf-8")
    try:
        load_engine(page, served.url)
        for vector, answer in zip(vectors, ask_chromium(page, f"{served.url}index/", requests), strict=True):
            assert reference.from_javascript(answer, vector) == reference.expected_of(vector), vector["query"]
    finally:
        served.stop()


def test_vectors_of_the_reference_program(page: Page, tmp_path: Path) -> None:
    file = SHARED / "vectors" / "score.jsonl"
    if not file.exists():
        pytest.skip(f"the vectors of the reference program are not at {file}")
    served = serve("/")
    served.root = tmp_path
    (tmp_path / "blank.html").write_text("<!doctype html><title>Blank</title>", "utf-8")
    republish(folder_knowledge(tmp_path / "stores", {"project/a": {"a.md": b""}}), tmp_path / "index")
    score = """(cases) => cases.map(({ terms, counts, tags }) => {
      let sum = 0;
      let covered = 0;
      terms.forEach((term, i) => {
        const part = formula.termScore(counts[i], Math.max(0, ...tags.map((tag) => formula.affinity(term, tag))));
        sum += part;
        if (part > 0) covered++;
      });
      return knowledgeBase.score(sum, covered / terms.length);
    })"""
    try:
        load_engine(page, served.url)
        page.evaluate(RULES, f"{served.url}index/")
        cases = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        scores = page.evaluate(score, cases)
        assert [bits(value) for value in scores] == [vector["hex"] for vector in cases]
        lines = (SHARED / "vectors" / "terms.jsonl").read_text("utf-8").split("\n")
        vectors = [json.loads(line) for line in lines if line]
        found = page.evaluate(
            "(queries) => queries.map((query) => text.parse(query).terms)", [v["query"] for v in vectors]
        )
        assert found == [vector["terms"] for vector in vectors]
    finally:
        served.stop()
