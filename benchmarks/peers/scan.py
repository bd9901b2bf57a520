"""Brute force: no index at all. In Python it is `Knowledge` over files, in JavaScript a loop over all bodies."""

from __future__ import annotations

from ..bench import Bench, Values, query_figures
from ..process import node


def query(bench: Bench) -> dict[str, Values]:
    return {"scan": query_figures(bench, node("scan.mjs", {"entries": bench.documents, **bench.queries}))}
