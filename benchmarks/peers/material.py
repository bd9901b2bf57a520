"""The search plugin of Material: its handlers in the build, its index, its worker in Chromium."""

from __future__ import annotations

from typing import Any

from ..bench import LIMIT, Bench, Values, gzipped, query_figures
from ..browser import chromium, fresh_page
from ..host import hosted
from .pagefind import entry_path

_SECONDS = 60
_WORKER = """async ([script, index]) => {
    const data = await (await fetch(index)).json();
    const worker = new Worker(script);
    const ask = (message) => new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.postMessage(message);
    });
    await ask({ type: 0, data: { config: data.config, docs: data.docs, options: { suggest: false } } });
    window.materialSearch = async (query) => (await ask({ type: 2, data: query })).data.items;
}"""
_WARM = """async ([queries, seconds]) => {
    const end = performance.now() + 1000 * seconds;
    const times = [];
    for (const query of queries) {
      await materialSearch(query);
      const start = performance.now();
      await materialSearch(query);
      times.push(performance.now() - start);
      if (performance.now() > end) break;
    }
    return times;
}"""
_FOUND = """async ([queries, limit]) => {
    const found = [];
    for (const query of queries) {
      const items = await materialSearch(query);
      found.push(items.slice(0, limit).map(([first]) => first.location.split("#")[0]));
    }
    return found;
}"""


def build(bench: Bench) -> dict[str, Values]:
    material = bench.sites.material
    return {
        "material": {
            "build_cpu": material.share,
            "build_memory": (material.peak - bench.sites.plain.peak) / 1e6,
        }
    }


def size(bench: Bench) -> dict[str, Values]:
    """Its index is one file, excerpt text included."""
    assets = bench.sites.material.site
    index = gzipped([assets / "search" / "search_index.json"])
    return {"material": {"index_bytes": index, "total_bytes": index}}


def query(bench: Bench) -> dict[str, Values]:
    """Round trips to its worker, with each query as it is typed."""
    site = bench.sites.material.site
    (script,) = site.glob("assets/javascripts/workers/search.*.min.js")
    asked = bench.queries
    with chromium() as browser, hosted(site) as host, fresh_page(browser, host.url) as page:
        page.evaluate(_WORKER, [f"{host.url}{script.relative_to(site).as_posix()}", "search/search_index.json"])
        keys = [query for sequence in asked["prefix"] for query in sequence]
        measured: dict[str, Any] = {
            kind: page.evaluate(_WARM, [list(queries), _SECONDS])
            for kind, queries in (("known", asked["known"]), ("rare", asked["rare"]), ("prefix", keys))
        }
        found = page.evaluate(_FOUND, [list(asked["rare"]), LIMIT])
    measured["found"] = [[entry_path(url) for url in urls] for urls in found]
    return {"material": query_figures(bench, measured)}
