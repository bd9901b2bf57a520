"""`python -m benchmarks`: measures us and the peers over one or several corpora, and prints a table for each."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from .bench import Bench
from .corpus import Corpus, from_folder, generated
from .errors import NotMeasured
from .figures import GROUPS, size_of
from .measure import CHOICES, Measured, measure
from .report import as_json, machine
from .sites import Sites
from .table import growth, table

SEED = 20_240_229
ENTRIES = 200
_SAMPLE = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if everything that was asked for was measured, 1 if not, 2 for arguments that make no sense."""
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopped is stopped: what was measured is shown
    if len(options.queries) > len(options.corpus):
        print("benchmarks: --queries needs a --corpus before it, one for one", file=sys.stderr)
        return 2
    pairs = list(zip_longest(options.corpus, options.queries)) or [(None, None)]
    reports: list[dict[str, Any]] = []
    grown: list[tuple[str, int, dict[str, dict[str, float]]]] = []
    failed = False
    for folder, queries in pairs:
        with tempfile.TemporaryDirectory(prefix="kb-bench-") as name:
            work = Path(name)
            try:
                corpus = from_folder(work, folder, queries, SEED) if folder else generated(work, ENTRIES, SEED)
            except NotMeasured as error:
                print(f"benchmarks: {error}", file=sys.stderr)
                failed = True
                continue
            text = corpus.text_bytes  # an edit makes it longer
            measured = _measure(corpus, work, options)
            reports.append(as_json(corpus, measured))
        _print(corpus, measured)
        grown.append((corpus.name, text, measured.values))
        failed = failed or bool(measured.missing)
        if options.json:
            options.json.write_text(json.dumps({**machine(), "corpora": reports}, indent=2) + "\n", "utf-8")
        if measured.stopped:
            break
    if len(grown) > 1:
        print(growth(grown), end="\n\n")
    return 1 if failed else 0


def _measure(corpus: Corpus, work: Path, options: argparse.Namespace) -> Measured:
    sites = Sites(corpus, work, options.runs)
    bench = Bench(corpus, sites, work, options.runs, None if options.all else _SAMPLE)
    return measure(bench, options.only, options.peers)


def _print(corpus: Corpus, measured: Measured) -> None:
    size = size_of(len(corpus.entries))
    print(
        f"{corpus.name}: {len(corpus.entries):,} entries, {len(corpus.searched):,} of them looked up; budgets of {size}"
    )
    print(table(measured.values, size))
    for sentence in measured.missing:
        print(f"not measured: {sentence}")
    print(flush=True)


def _names(choices: Sequence[str]) -> Any:
    def parse(text: str) -> list[str]:
        names = [name for name in text.split(",") if name and text != "none"]
        for name in names:
            if name not in choices:
                raise argparse.ArgumentTypeError(f'there is no "{name}"; choose from {", ".join(choices)}')
        return names

    return parse


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    add = parser.add_argument
    add("--corpus", type=Path, action="append", default=[], metavar="DIR", help="a store; repeat it for several")
    add("--queries", type=Path, action="append", default=[], metavar="FILE", help="its queries; else drawn from it")
    add("--only", type=_names(list(GROUPS)), default=list(GROUPS), metavar="NAMES", help=f"of {', '.join(GROUPS)}")
    add("--peers", type=_names(CHOICES), default=list(CHOICES), metavar="NAMES", help=f"none, or {', '.join(CHOICES)}")
    add("--json", type=Path, metavar="FILE", help="write what was measured, with machine and versions")
    add("--runs", type=int, choices=range(1, 100), default=3, metavar="N", help="builds of each kind; default 3")
    add("--all", action="store_true", help=f"ask the browser all queries of each kind, not {_SAMPLE}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
