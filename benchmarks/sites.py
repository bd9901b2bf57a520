"""The same entries as three MkDocs sites: ours, plain, and plain with the search plugin of Material."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .corpus import STORE, Corpus
from .percentiles import median
from .process import python
from .timed_mkdocs import GATE, RENDERING

_LONG = 60.0
"""Seconds of a build that is not repeated."""


@dataclass(frozen=True, slots=True)
class Build:
    """A built site: `share` is the CPU of the search plugin's handlers without its gate, `gate` that of the gate,
    `peak` the memory of the build in bytes."""

    site: Path
    share: float
    gate: float
    peak: float
    cpu: float


@dataclass(frozen=True)
class Sites:
    """Each site is built when it is first asked for, several times where that is quick; medians are kept."""

    corpus: Corpus
    work: Path
    runs: int

    @cached_property
    def ours(self) -> Build:
        return self._build(self.project, "knowledge")

    @cached_property
    def plain(self) -> Build:
        return self._build(self._docs("plain", {}), "none")

    @cached_property
    def material(self) -> Build:
        return self._build(self.material_docs, "material")

    @cached_property
    def material_docs(self) -> Path:
        return self._docs("material", {"search": {}})

    @cached_property
    def project(self) -> Path:
        """A project with one docs page whose knowledge base is the corpus."""
        folder = self.work / "ours"
        _write(folder / "docs" / "index.md", "# Home\n\nThe entries are the knowledge base.\n")
        store = {"tier": STORE.tier, "name": STORE.name, "path": str(self.corpus.store)}
        _write(folder / "knowledge.yml", json.dumps({"stores": [store]}))
        _write(folder / "mkdocs.yml", json.dumps(_config({"knowledge": {}})))
        return folder

    @cached_property
    def index(self) -> Path:
        """The index alone, as `kb index` writes it."""
        out = self.work / "index"
        python("-m", "benchmarks.reindex", self.project, out)
        return out

    def _docs(self, name: str, plugins: dict[str, Any]) -> Path:
        folder = self.work / name
        _write(folder / "docs" / "index.md", "# Home\n")
        for entry in self.corpus.entries:
            meta: dict[str, Any] = {"tags": list(entry.tags)} if entry.tags else {}
            if not entry.searched:
                meta["search"] = {"exclude": True}
            _write(folder / "docs" / entry.path, f"---\n{json.dumps(meta)}\n---\n\n{entry.body}")
        _write(folder / "mkdocs.yml", json.dumps(_config(plugins)))
        return folder

    def _build(self, folder: Path, plugin: str) -> Build:
        builds: list[Build] = []
        while len(builds) < self.runs:
            report = folder / "handlers.json"
            build = ("build", "--quiet", "-f", folder / "mkdocs.yml")
            done = python("-m", "benchmarks.timed_mkdocs", report, plugin, *build)
            spent = json.loads(report.read_text("utf-8"))
            share = sum(seconds for event, seconds in spent.items() if event not in (RENDERING, GATE))
            builds.append(Build(folder / "site", share, spent.get(GATE, 0.0), done.peak, done.cpu))
            if done.wall > _LONG:
                break
        return Build(
            folder / "site",
            median(build.share for build in builds),
            median(build.gate for build in builds),
            median(build.peak for build in builds),
            median(build.cpu for build in builds),
        )


def _config(plugins: dict[str, Any]) -> dict[str, Any]:
    return {
        "site_name": "Benchmark",
        "site_url": "http://localhost/",
        "theme": {"name": "material", "font": False},
        # A full navigation would cost pages², in every build alike.
        "nav": [{"Home": "index.md"}],
        "validation": {"omitted_files": "ignore", "links": {"not_found": "ignore", "unrecognized_links": "ignore"}},
        "plugins": plugins,
    }


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
