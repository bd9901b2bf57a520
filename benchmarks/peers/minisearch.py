"""MiniSearch in Node, with whole words and with prefixes."""

from __future__ import annotations

from pathlib import Path

from ..bench import Bench, Values, query_figures
from ..errors import NotMeasured
from ..process import node

_FOLDER = Path(__file__).parents[2] / "node_modules" / "minisearch"


def check() -> None:
    """Raises `NotMeasured` where MiniSearch is not installed."""
    if not _FOLDER.is_dir():
        raise NotMeasured("MiniSearch is missing: run `make bench`, or `npm ci` in this repository")


def measure(bench: Bench) -> dict[str, Values]:
    check()
    measured = node("minisearch.mjs", {"entries": bench.documents, **bench.queries})
    values = {
        "minisearch": query_figures(bench, measured["searches"]["whole"]),
        "minisearch-prefix": query_figures(bench, measured["searches"]["prefix"]),
    }
    values["minisearch"] |= {"build_cpu": measured["build"], "index_bytes": measured["bytes"] / 1000}
    return values
