"""`python -m benchmarks.check [--corpus DIR]`: time and memory of `kb check` beside two linters on the same files.

`markdownlint-cli2` reads every file and judges its Markdown; `lychee --offline` only follows links. Neither knows
entries, tags or the registry: the figures say what a run costs, not that the tools do the same. DIR is a store; without
it one is generated from a seed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from knowledge_base.categories import CATEGORIES

ROOT = Path(__file__).parents[1]
SEED = 5
ENTRIES = 2_000
WORDS = ("route", "retry", "timeout", "index", "shard", "score", "store", "entry", "branch", "merge", "cache")


@dataclass(frozen=True)
class Figures:
    """Seconds on the wall, seconds of processors, MiB at the peak, and the exit code."""

    wall: float
    processors: float
    memory: float
    code: int


def generate(folder: Path) -> Path:
    """A store of entries with headings, links and tags: the same for the same seed."""
    chance = random.Random(SEED)
    names = [f"{chance.choice(CATEGORIES).name}/{number:05}.md" for number in range(ENTRIES)]
    for name in names:
        paragraphs = [" ".join(chance.choices(WORDS, k=60)) for _ in range(12)]
        target = chance.choice(names) if chance.random() < 0.9 else "gone/gone.md"
        paragraphs.insert(6, f"## {chance.choice(WORDS)}\n\nSee [another](../{target}).")
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        tags = ", ".join(sorted(set(chance.choices(WORDS, k=3))))
        file.write_text(f"---\ntags: [{tags}]\n---\n\n# Entry {name}\n\n" + "\n\n".join(paragraphs) + "\n", "utf-8")
    return folder


def measure(command: list[str], folder: Path, output: Path) -> Figures:
    """Run one command to its end, its output in a file."""
    with output.open("wb") as stream:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=stream, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return Figures(wall, usage.ru_utime + usage.ru_stime, peak, process.returncode)


def commands(store: Path, project: Path) -> dict[str, tuple[list[str], Path]]:
    """The tools by name: what is run, and where."""
    kb = [sys.executable, "-c", "from knowledge_base.cli import main; main()", "check", "--format", "json"]
    lychee = Path(sys.executable).with_name("lychee")
    return {
        "kb check": (kb, project),
        "markdownlint-cli2": ([str(ROOT / "node_modules/.bin/markdownlint-cli2"), "**/*.md"], store),
        "lychee --offline": ([str(lychee), "--offline", "--no-progress", "."], store),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check")
    parser.add_argument("--corpus", type=Path, help="a store of Markdown files; default: a generated one")
    corpus: Path | None = parser.parse_args().corpus
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        store = corpus.resolve() if corpus else generate(work / "store")
        project = work / "project"
        project.mkdir()
        settings = {"stores": [{"tier": "project", "name": "corpus", "path": str(store)}]}
        project.joinpath("knowledge.yml").write_text(json.dumps(settings), "utf-8")
        files = sum(1 for _ in store.rglob("*.md"))
        print(f"{files:,} files in {corpus or f'a generated store, seed {SEED}'}\n")
        print("| tool | wall s | processor s | peak MiB | exit |\n| --- | --: | --: | --: | --: |")
        for name, (command, where) in commands(store, project).items():
            found = measure(command, where, work / "output")
            print(
                f"| {name} | {found.wall:.1f} | {found.processors:.1f} | {found.memory:.0f} | {found.code} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
