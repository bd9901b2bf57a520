"""What a page costs before the search is opened: bytes and requests more than in plain Material, and layout shift."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .bench import Bench, Values
from .browser import chromium, fresh_page
from .corpus import STORE
from .host import hosted
from .queries import spread

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_PAGES = 5

# Gives the sum of all shifts once the page has been painted with what its scripts made of it.
_SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
})"""


def measure(bench: Bench) -> dict[str, Values]:
    """The worst of several entry pages."""
    paths = spread([entry.path.removesuffix(".md") + "/" for entry in bench.corpus.searched], _PAGES)
    ours = [f"knowledge/{STORE.tier}/{STORE.name}/{path}" for path in paths]
    with chromium() as browser:
        plain = _visit(browser, bench.sites.plain.site, paths)
        return {
            "ours": _over(_visit(browser, bench.sites.ours.site, ours), plain),
            "material": _over(_visit(browser, bench.sites.material.site, paths), plain),
        }


def _visit(browser: Browser, site: Path, paths: list[str]) -> list[tuple[float, int, float]]:
    """Kilobytes, requests and layout shift of each page, with an empty cache."""
    visited = []
    with hosted(site) as host:
        for path in paths:
            mark = len(host.answers)
            with fresh_page(browser, host.url + path) as page:
                page.wait_for_load_state("networkidle")
                shift = float(page.evaluate(_SHIFT))
            visited.append((host.bytes_since(mark) / 1000, len(host.answers) - mark, shift))
    return visited


def _over(site: list[tuple[float, int, float]], plain: list[tuple[float, int, float]]) -> Values:
    pairs = list(zip(site, plain, strict=True))
    return {
        "page_bytes": max(one[0] - other[0] for one, other in pairs),
        "page_requests": max(one[1] - other[1] for one, other in pairs),
        "layout_shift": max(0.0, *(one[2] - other[2] for one, other in pairs)),
    }
