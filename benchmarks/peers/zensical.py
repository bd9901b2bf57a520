"""Zensical builds sites of its own, with a cache: compared where one entry is edited."""

from __future__ import annotations

import importlib.util
import shutil

from ..bench import Bench, Values
from ..errors import NotMeasured
from ..ours import edit_one
from ..percentiles import median
from ..process import python


def check() -> None:
    """Raises `NotMeasured` where Zensical is not installed."""
    if not importlib.util.find_spec("zensical"):
        raise NotMeasured("Zensical is missing: run `make bench`, or install the extra `bench`")


def edit(bench: Bench) -> dict[str, Values]:
    check()
    folder = bench.work / "zensical"
    shutil.copytree(bench.sites.material_docs, folder, ignore=shutil.ignore_patterns("site", "handlers.json"))
    build = ("-m", "zensical", "build", "-f", folder / "mkdocs.yml")
    python(*build, folder=folder)
    spent = []
    for number in range(bench.runs):
        edit_one(bench, number, folder / "docs")
        done = python(*build, folder=folder)
        spent.append(done.cpu)
    return {"zensical": {"edit_cpu": median(spent)}}
