"""What a page costs more with us than without, before the search is opened: bytes, requests, and no shift."""

from __future__ import annotations

import gzip
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.kinds import KINDS
from tests.browser.serving import Served

pytestmark = pytest.mark.browser

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? '')]);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def cost(page: Page, served: Served, path: str) -> tuple[int, int]:
    """The bytes of all files of a page, each compressed with gzip -9, and their number; nothing is cached."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served.url + path)
    page.wait_for_load_state("networkidle")
    files = [served.root / unquote(urlsplit(url).path.removeprefix("/")) for url in asked]
    contents = [(file / "index.html" if file.is_dir() else file).read_bytes() for file in files]
    return sum(len(gzip.compress(content, 9)) for content in contents), len(asked)


@pytest.mark.parametrize("kind", ["entry", "entry with links", "page of the docs"])
def test_a_page_costs_little_more_than_in_plain_material(
    kind: str, browser: Browser, kinds: Served, plain: Served
) -> None:
    costs = []
    for served in (kinds, plain):
        context = browser.new_context()
        costs.append(cost(context.new_page(), served, KINDS[kind]))
        context.close()
    (size, requests), (plain_size, plain_requests) = costs
    assert plain_requests >= 4
    assert size - plain_size <= 12_000
    assert requests - plain_requests <= 3


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_of_ours_shifts_the_page(width: int, page: Page, kinds: Served) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(SHIFTS)
    shifted = {}
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        page.wait_for_load_state("networkidle")
        page.evaluate(FRAMES)
        shifted[kind] = page.evaluate("shifts")
    assert shifted == {kind: [] for kind in KINDS}


def test_a_shift_would_be_seen(page: Page, kinds: Served) -> None:
    page.add_init_script(SHIFTS)
    page.goto(kinds.url + KINDS["entry"])
    page.wait_for_load_state("networkidle")
    page.evaluate(FRAMES)
    page.evaluate("document.querySelector('article').style.paddingTop = '200px'")
    page.wait_for_function("shifts.length > 0")
