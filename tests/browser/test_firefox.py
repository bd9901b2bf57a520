"""One smoke test in Firefox, under a strict policy: 50 queries, the order and the score bits of the command."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from tests.browser.conftest import Site
from tests.browser.firefox import Firefox, firefox
from tests.browser.sites import API, HANDBOOK
from tests.browser.test_conditions import STRICT
from tests.support import bits

import knowledge_base

pytestmark = pytest.mark.browser

QUERIES = 50
FIRST = 5
"""Hits that the dialog asks for before the reader nears their end."""

WATCH = """
() => {
  globalThis.violations = [];
  document.addEventListener("securitypolicyviolation", ({ sourceFile, effectiveDirective, blockedURI }) =>
    violations.push([sourceFile, effectiveDirective, blockedURI]));
}
"""
TYPE = """
async (query) => {
  const input = document.querySelector(".kb-dialog__input");
  input.value = query;
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
"""
SHOWN = """
() => [...document.querySelectorAll("[aria-labelledby=kb-hits-knowledge] .kb-hit__title")].map(
  (title) => title.textContent)
"""
FOCUSED = """
async () => {
  while (!document.activeElement?.matches(".kb-dialog__input")) await new Promise(requestAnimationFrame);
}
"""
WAIT = f"""
async (expected) => {{
  const shown = {SHOWN};
  const end = performance.now() + 20000;
  while (JSON.stringify(shown().slice(0, {FIRST})) !== JSON.stringify(expected) && performance.now() < end) {{
    await new Promise(requestAnimationFrame);
  }}
  return shown().slice(0, {FIRST});
}}
"""
SCORES = """
async (queries) => {
  const { folder } = knowledgeBase.site;
  const load = async (name) => (await fetch(`${folder}index/${name}`)).json();
  const index = await knowledgeBase.openIndex(load);
  const bits = (score) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, score);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
  };
  const answers = await Promise.all(queries.map((query) => knowledgeBase.search(index, { query })));
  return answers.map(({ total, dropped, hits }) =>
    [total, dropped, hits.map(({ tier, name, path, score }) => [`${tier}/${name}:${path}`, bits(score)])]);
}
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("profile")) as started:
        yield started


def queries() -> list[str]:
    """Words, halves of words and pairs of them, of the entries of the site; drawn by a seed."""
    texts = [text if isinstance(text, str) else text.decode("utf-8", "ignore") for text in {**API, **HANDBOOK}.values()]
    tokens = sorted({token for text in texts for token in re.findall(r"\S+", text) if not token.startswith('"')})
    draw = random.Random(7)
    found = ["検索", "c++", ".env", "größe", "οδος", "http routing", "検", "-"]
    while len(found) < QUERIES:
        token = draw.choice(tokens)
        start = draw.randrange(len(token))
        found.append(draw.choice((token, token[start:], f"{token[: start + 1]} {draw.choice(tokens)}")))
    return found


def test_fifty_queries_under_a_strict_policy(opened: Firefox, site: Site) -> None:
    served = site(sub_path="/docs/", policy=STRICT)
    knowledge = knowledge_base.open(served.root.parent)
    opened.before_pages(WATCH)
    opened.open(served.url)
    opened.press("/")
    opened.call(FOCUSED)
    opened.press("transport")
    assert opened.call(WAIT, ["Transport"]) == ["Transport"]
    titles = []
    for query in queries():
        found = knowledge.search(query)
        expected = [hit.title for hit in found.hits][:FIRST]
        opened.call(TYPE, query)
        assert opened.call(WAIT, expected) == expected, query
        titles += expected
    assert len(set(titles)) > FIRST  # the queries find different things
    assert opened.call(SCORES, queries()) == [
        [found.total, found.dropped, [[f"{hit.tier}/{hit.name}:{hit.path}", bits(hit.score)] for hit in found.hits]]
        for found in map(knowledge.search, queries())
    ]
    violations = opened.call("() => violations")
    assert [found for found in violations if "assets/knowledge" in str(found[0])] == []
