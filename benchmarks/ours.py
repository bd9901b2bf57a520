"""Our figures outside the browser."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from knowledge_base import Knowledge, open_published
from knowledge_base.mkdocs_plugin.assets import FIRST

from .bench import LIMIT, Bench, Values, gzipped, query_figures
from .percentiles import median, percentile
from .process import node, python, run

EXCERPT_TEXT = ("texts-", "blocks-", "sections-")
"""How the names of the files begin that are read only to show excerpts: their text, and the headings that they link."""

_COMMAND_QUERIES = 5


def build(bench: Bench) -> Values:
    ours, plain = bench.sites.ours, bench.sites.plain
    return {"build_cpu": ours.share, "gate_cpu": ours.gate, "build_memory": (ours.peak - plain.peak) / 1e6}


def edit(bench: Bench) -> Values:
    """Index, change one entry, index again, in a process of its own, with whatever the first run has cached."""
    index = bench.sites.index
    spent = []
    for number in range(bench.runs):
        edit_one(bench, number)
        spent.append(float(python("-m", "benchmarks.reindex", bench.sites.project, index).output.split()[-1]))
    return {"edit_cpu": median(spent)}


def edit_one(bench: Bench, number: int, folder: Path | None = None) -> None:
    """Add a sentence to an entry, in the store or in a copy of it."""
    entry = bench.corpus.searched[number * 7 % len(bench.corpus.searched)]
    file = (folder or bench.corpus.store) / entry.path
    with file.open("a", encoding="utf-8") as end:
        end.write(f"\nEdited for the {number + 1}. time, with a wordthatisnew{number}.\n")


def size(bench: Bench) -> Values:
    assets = bench.sites.ours.site / "assets" / "knowledge"
    files = [file for file in (assets / "index").iterdir() if file.suffix == ".json"]
    code = [file for file in assets.iterdir() if file.suffix in (".js", ".css")]
    return {
        "index_bytes": gzipped(file for file in files if not file.name.startswith(EXCERPT_TEXT)),
        "total_bytes": gzipped(files),
        "code_bytes": gzipped(file for file in code if file.name in FIRST),
        "all_code_bytes": gzipped(code),
    }


def query(bench: Bench) -> Values:
    return query_figures(bench, node("ours.mjs", {"index": str(bench.sites.index), **bench.queries}))


def python_search(bench: Bench) -> dict[str, Values]:
    """`Knowledge.search` over files and over the index, and whether the answers are those of JavaScript, to the bit."""
    queries = bench.corpus.queries.every
    known = len(bench.corpus.queries.known)
    expected, slow = _ask(bench.corpus.brute_force(), queries, queries[:1])
    found, quick = _ask(open_published(bench.sites.index), queries, queries)
    browser = node("ours.mjs", {"index": str(bench.sites.index), "every": queries, "limit": LIMIT})
    same = sum(a == b == c for a, b, c in zip(expected, found, browser, strict=True))
    return {
        "ours": {"python_p95": percentile(quick[:known], 0.95), "exact": 100 * same / len(queries)},
        "scan": {"python_p95": percentile(slow[:known], 0.95)},
    }


def _ask(knowledge: Knowledge, queries: list[str], warm_up: list[str]) -> tuple[list[Any], list[float]]:
    """Answers as JavaScript gives them, and the milliseconds of each, once `warm_up` has been asked."""
    for query in warm_up:
        knowledge.search(query, limit=LIMIT)
    answers, spent = [], []
    for query in queries:
        start = time.perf_counter()
        result = knowledge.search(query, limit=LIMIT)
        spent.append(1000 * (time.perf_counter() - start))
        answers.append([result.total, result.dropped, [[hit.path, hit.score] for hit in result.hits]])
    return answers, spent


def command(bench: Bench) -> dict[str, Values]:
    """`kb search` with the cache that building the project leaves, and with none."""
    cache = bench.work / "cache"
    python("-m", "benchmarks.reindex", bench.sites.project, bench.work / "index-for-cache", environment=_cache(cache))
    queries = bench.corpus.queries.two_terms(_COMMAND_QUERIES)
    fresh, cold = [], []
    for number, query in enumerate(queries):
        fresh.append(_search(bench, query, cache))
        cold.append(_search(bench, query, bench.work / f"no-cache-{number}"))
    return {"ours": {"command_wall": median(fresh)}, "scan": {"command_wall": median(cold)}}


def _search(bench: Bench, query: str, cache: Path) -> float:
    kb = Path(sys.executable).with_name("kb")
    return run([kb, "-C", bench.sites.project, "search", query], environment=_cache(cache)).wall


def _cache(folder: Path) -> dict[str, str]:
    return {"KB_CACHE_DIR": str(folder)}
