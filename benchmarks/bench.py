"""What every measurement is given, and what it gives back."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .corpus import Corpus
from .percentiles import median, percentile
from .sites import Sites

Values = dict[str, float]
"""Values by the key of their figure, in its unit."""

LIMIT = 10
"""Hits of an answer: what one screen shows."""


@dataclass(frozen=True)
class Bench:
    """A corpus on its way through the measurements. `sample` bounds the queries of a browser; None asks them all."""

    corpus: Corpus
    sites: Sites
    work: Path
    runs: int
    sample: int | None

    @property
    def typed_sample(self) -> int | None:
        """Half of it: typing takes long."""
        return self.sample and self.sample // 2

    @property
    def queries(self) -> dict[str, Any]:
        """What the scripts in `js/` are asked."""
        queries = self.corpus.queries
        known = [query for query, _ in queries.known]
        return {"known": known, "prefix": queries.prefix, "rare": queries.rare, "limit": LIMIT}

    @property
    def documents(self) -> list[dict[str, Any]]:
        """The looked-up entries for engines that take them as they are."""
        return [
            {"path": entry.path, "title": entry.title, "tags": " ".join(entry.tags), "text": entry.body}
            for entry in self.corpus.searched
        ]


def query_figures(bench: Bench, measured: Mapping[str, Any]) -> Values:
    """The warm figures of one engine: milliseconds by kind of query, and what it found for the rare ones."""
    values: Values = {}
    if measured["known"]:
        values["known_p50"] = median(measured["known"])
        values["known_p95"] = percentile(measured["known"], 0.95)
    if measured["prefix"]:
        values["prefix_p95"] = percentile(measured["prefix"], 0.95)
    if measured["rare"]:
        values["rare_p95"] = percentile(measured["rare"], 0.95)
        values["rare_answered"] = answered(bench, bench.corpus.queries.rare, measured["found"])
    return values


def answered(bench: Bench, queries: Sequence[str], found: Sequence[Iterable[str]]) -> float:
    """The share of queries, in percent, with an entry among the hits whose text holds the query."""
    right = sum(not bench.corpus.holders(query).isdisjoint(paths) for query, paths in zip(queries, found, strict=True))
    return 100 * right / len(queries)


def gzipped(files: Iterable[Path]) -> float:
    """The kilobytes (1,000 bytes) of files, each compressed by itself as well as gzip can."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1000
