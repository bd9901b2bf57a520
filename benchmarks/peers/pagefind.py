"""Pagefind over the looked-up pages of the plain site. Its own interface is not loaded, which is in its favour."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from ..bench import LIMIT, Bench, Values, gzipped, query_figures
from ..browser import KEY, chromium, fresh_page, settle
from ..errors import NotMeasured
from ..host import Host, hosted
from ..percentiles import median, percentile
from ..process import run
from ..wire import First, first, typed_figures

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_SHOWN = 5
"""Hits of the first screen in Pagefind's own interface; each is a file."""

_SECONDS = 60
"""After so long the rest of the queries of a kind is left out; some take many seconds."""

_FIRST = """async ([query, shown]) => {
    const start = performance.now();
    const pagefind = await import("/pagefind/pagefind.js");
    const { results } = await pagefind.search(query);
    await Promise.all(results.slice(0, shown).map((result) => result.data()));
    return performance.now() - start;
}"""
_BOX = """(shown) => {
    const input = document.createElement("input");
    input.id = "box";
    document.body.prepend(input);
    input.focus();
    window.box = { start: performance.now(), changed: 0 };
    const loaded = import("/pagefind/pagefind.js");
    input.addEventListener("input", async () => {
      box.changed = 0;
      const pagefind = await loaded;
      const answer = await pagefind.debouncedSearch(input.value);
      if (!answer) return;
      await Promise.all(answer.results.slice(0, shown).map((result) => result.data()));
      box.changed = performance.now();
    });
}"""
_SINCE = "() => box.changed ? (performance.now() - box.changed) / 1000 : -1"
_WARM = """async ([queries, seconds]) => {
    const pagefind = await import("/pagefind/pagefind.js");
    const end = performance.now() + 1000 * seconds;
    const times = [];
    for (const query of queries) {
      await pagefind.search(query);
      const start = performance.now();
      await pagefind.search(query);
      times.push(performance.now() - start);
      if (performance.now() > end) break;
    }
    return times;
}"""
_FOUND = """async ([queries, limit]) => {
    const pagefind = await import("/pagefind/pagefind.js");
    const found = [];
    for (const query of queries) {
      const { results } = await pagefind.search(query);
      const data = await Promise.all(results.slice(0, limit).map((result) => result.data()));
      found.push(data.map(({ url }) => url));
    }
    return found;
}"""


def check() -> None:
    """Raises `NotMeasured` where Pagefind is not installed."""
    if not importlib.util.find_spec("pagefind_bin"):
        raise NotMeasured("Pagefind is missing: run `make bench`, or install the extra `bench`")


def build(bench: Bench) -> dict[str, Values]:
    """Pagefind runs beside a build, so its memory is its own."""
    check()
    spent, peaks = [], []
    for _ in range(bench.runs):
        done = _index(bench)
        spent.append(done.cpu)
        peaks.append(done.peak / 1e6)
    return {"pagefind": {"build_cpu": median(spent), "build_memory": median(peaks)}}


def size(bench: Bench) -> dict[str, Values]:
    """All of its files but the fragments, which are its excerpt text, and its interfaces."""
    folder = _site(bench) / "pagefind"
    index = [folder / "pagefind-entry.json", *folder.glob("*.pf_meta"), *folder.glob("index/*")]
    code = [folder / "pagefind.js", folder / "pagefind-worker.js", *folder.glob("wasm.en.*")]
    fragments = list(folder.glob("fragment/*"))
    return {
        "pagefind": {
            "index_bytes": gzipped(index),
            "total_bytes": gzipped([*index, *fragments]),
            "code_bytes": gzipped(file for file in code if file.is_file()),
        }
    }


def pasted(bench: Bench) -> dict[str, Values]:
    with chromium() as browser, hosted(_site(bench)) as host:
        firsts = [_first(browser, host, query) for query in bench.corpus.queries.two_terms(None)]
    return {
        "pagefind": {
            "first_bytes_p50": median(one.size for one in firsts),
            "first_bytes_p95": percentile([one.size for one in firsts], 0.95),
            "first_ms": median(one.ms for one in firsts),
        }
    }


def typed(bench: Bench) -> dict[str, Values]:
    """Its search as one types: it loads what every key needs and answers when the keys pause."""
    with chromium() as browser, hosted(_site(bench)) as host:
        firsts = [_typed(browser, host, query) for query in bench.corpus.queries.two_terms(bench.typed_sample)]
    return {"pagefind": typed_figures(firsts)}


def query(bench: Bench) -> dict[str, Values]:
    """The time of its search alone, without the fragments of the hits."""
    asked = bench.queries
    with chromium() as browser, hosted(_site(bench)) as host, fresh_page(browser, host.url) as page:
        keys = [query for sequence in asked["prefix"] for query in sequence]
        measured: dict[str, Any] = {
            kind: page.evaluate(_WARM, [list(queries), _SECONDS])
            for kind, queries in (("known", asked["known"]), ("rare", asked["rare"]), ("prefix", keys))
        }
        found = page.evaluate(_FOUND, [list(asked["rare"]), LIMIT])
    measured["found"] = [[entry_path(url) for url in urls] for urls in found]
    return {"pagefind": query_figures(bench, measured)}


def entry_path(url: str) -> str:
    """The path of the entry that a page of the plain site shows."""
    path = unquote(url).strip("/").removesuffix("index.html").strip("/")
    return f"{path}.md"


def _first(browser: Browser, host: Host, query: str) -> First:
    with fresh_page(browser, host.url) as page:
        mark = len(host.answers)
        ms = float(page.evaluate(_FIRST, [query, _SHOWN]))
        return First(host.bytes_since(mark) / 1000, ms, 0)


def _typed(browser: Browser, host: Host, query: str) -> First:
    with fresh_page(browser, host.url) as page:
        mark = len(host.answers)
        page.evaluate(_BOX, _SHOWN)
        page.keyboard.type(query, delay=KEY)
        settle(page, host, lambda: float(page.evaluate(_SINCE)), f'"{query}"')
        return first(page, host, mark, "box")


def _site(bench: Bench) -> Path:
    check()
    site = bench.sites.plain.site
    if not (site / "pagefind").is_dir():
        _index(bench)
    return site


def _index(bench: Bench) -> Any:
    executable = importlib.import_module("pagefind_bin").get_executable()
    folders: Sequence[str] = bench.corpus.searched_folders
    glob = f"{{{','.join(folders)}}}/**/*.html"
    return run([executable, "--silent", "--site", bench.sites.plain.site, "--glob", glob])
