"""`python -m benchmarks.scaling [--corpus DIR [--queries FILE]]`: how index and first answer grow with the entries.

Parts of a corpus, drawn by a seed, are indexed and searched. Each figure is fitted by a power of the number of entries;
the law of the smaller parts is held against the whole, and all of it taken on to what was not measured.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from knowledge_base import Knowledge
from knowledge_base.index import MANIFEST
from knowledge_base.search import NamedStore
from knowledge_base.stores import MemoryStore

from .corpus import REGISTRY, STORE, Corpus, from_folder, generated
from .errors import NotMeasured
from .generated import LONGEST
from .laws import fit, miss
from .percentiles import percentile
from .process import node

SEED = 20_240_229
PARTS = (16, 8, 4, 2, 1)
FAR = (200_000, 2_000_000)
_ENTRIES = 3_200
_QUERIES = 60
_HITS = 5
_GROUPS = {"blocks": "texts", "runs": "dictionaries", "marks": "dictionaries", "fragments": "dictionaries"}


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if all was measured, 1 if not."""
    parser = argparse.ArgumentParser("python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="a store; default: one generated from a seed")
    parser.add_argument("--queries", type=Path, metavar="FILE", help="its queries; else drawn from it")
    parser.add_argument("--entries", type=int, default=_ENTRIES, metavar="N", help="of the generated corpus")
    parser.add_argument("--words", type=int, default=LONGEST, metavar="N", help="of its longest entry, at least 60")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="kb-scaling-") as name:
        work = Path(name)
        try:
            corpus = (
                from_folder(work, options.corpus, options.queries, SEED)
                if options.corpus
                else generated(work, options.entries, SEED, options.words)
            )
            measured = [_measure(corpus, part, work / f"index-{part}") for part in PARTS]
        except NotMeasured as error:
            print(f"scaling: {error}", file=sys.stderr)
            return 1
    print(f"{corpus.name}, parts drawn with seed {SEED}\n")
    print("\n".join(table(measured)))
    return 0


def _measure(corpus: Corpus, part: int, out: Path) -> dict[str, float]:
    """The figures of the first of `part` equal parts of a corpus, by name."""
    paths = sorted(entry.path for entry in corpus.entries)
    Random(SEED).shuffle(paths)
    files = {path: (corpus.store / path).read_bytes() for path in paths[: len(paths) // part]}
    knowledge = Knowledge((NamedStore(STORE, MemoryStore(files)),), REGISTRY)
    start = time.process_time()
    index = knowledge.index_files()
    spent = time.process_time() - start
    out.mkdir()
    for name, content in index.items():
        (out / name).write_bytes(content)
    sizes = {name: len(gzip.compress(content, 6, mtime=0)) / 1000 for name, content in index.items()}
    print(f"{corpus.name}: {len(files):,} entries indexed in {spent:.1f} s", file=sys.stderr, flush=True)
    asked = node("growth.mjs", {"index": str(out), "queries": corpus.queries.two_terms(_QUERIES), "limit": _HITS})
    loads: list[list[str]] = asked["loads"]
    first = _by_group([name for names in loads for name in names], sizes)
    totals = [sum(sizes[name] for name in names) for names in loads]
    return {
        "entries": len(files),
        "text, kB": sum(map(len, files.values())) / 1000,
        "build, CPU s": spent,
        "index, kB": sum(sizes.values()),
        **{f"index: {group}, kB": size for group, size in sorted(_by_group(sizes, sizes).items())},
        "first answer, mean kB": sum(totals) / len(totals),
        "first answer, p95 kB": percentile(totals, 0.95),
        **{f"first answer: {group}, mean kB": size / len(loads) for group, size in sorted(first.items())},
        "warm query, CPU ms": asked["ms"],
    }


def _by_group(names: Iterable[str], sizes: Mapping[str, float]) -> dict[str, float]:
    """Kilobytes of files by what they hold."""
    groups: defaultdict[str, float] = defaultdict(float)
    for name in names:
        kind = name.rsplit("-", 1)[0].removesuffix(".json")
        groups["lists" if kind.endswith("-postings") else _GROUPS.get(kind, kind)] += sizes[name]
    return groups


def table(measured: Sequence[Mapping[str, float]]) -> list[str]:
    """Markdown: each figure as measured, its law, how far the law of the smaller parts misses, and where it leads.

    A figure with parts is taken on as the sum of theirs.
    """
    sizes = [row["entries"] for row in measured]
    far: dict[str, list[float]] = {}
    manifest = len(gzip.compress(Knowledge((), REGISTRY).index_files()[MANIFEST], 6, mtime=0)) / 1000
    rows = []
    for key in list(measured[-1])[1:]:
        values = [row.get(key, 0.0) for row in measured]
        if min(values) <= 0:
            continue
        base = manifest if ": manifest" in key else 0.0
        law = fit(sizes, values, base)
        far[key] = [law.at(n) for n in FAR]
        rows.append((key, values, f"n^{law.exponent:.2f}", f"{100 * miss(sizes, values, base):+.0f} %"))
    for whole in ("index, kB", "first answer, mean kB"):
        parts = [ends for key, ends in far.items() if key.startswith(whole.split(",")[0] + ":")]
        far[whole] = [sum(ends) for ends in zip(*parts, strict=True)]
    lines = [
        "| figure | "
        + " | ".join(f"{n:,.0f}" for n in sizes)
        + " | law | miss | "
        + " | ".join(f"{n:,}" for n in FAR)
        + " |",
        "| --- |" + " --: |" * (len(sizes) + 2 + len(FAR)),
    ]
    for key, values, law_text, missed in rows:
        cells = [*map(_number, values), law_text, missed, *map(_number, far[key])]
        lines.append(f"| {key} | " + " | ".join(cells) + " |")
    return lines


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


if __name__ == "__main__":
    sys.exit(main())
