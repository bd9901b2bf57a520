"""`python -m benchmarks.sync`: measures, prints a table, and fails where a target is missed."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.sync.git_server import Server, serving
from tests.sync.repository import ENVIRONMENT

from . import peer, repositories

KB = [sys.executable, "-c", "from knowledge_base.cli import main; main()"]
NOTHING_NEW_SECONDS = 3.0
SHARE_OF_A_CLONE = 0.5


@dataclass(frozen=True)
class Row:
    """One thing that was measured: seconds of the median run, and the bytes that the server sent in it."""

    what: str
    seconds: float
    sent: int
    requests: int


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="kb-bench-sync-") as name:
        work = Path(name)
        os.environ |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "HOME": str(work)}
        with ThreadPoolExecutor(2) as pool:
            folders = [work / "git" / f"web-{i}.git" for i in range(options.sources)]
            list(pool.map(lambda pair: repositories.make(pair[1], pair[0], options.entries), enumerate(folders)))
        with serving(work / "git") as server:
            rows = _measure(server, work, folders, options.runs, multirepo=not options.alone)
    return _report(rows, options)


def _measure(server: Server, work: Path, folders: list[Path], runs: int, *, multirepo: bool) -> list[Row]:
    urls = [f"{server.url}/{folder.name}" for folder in folders]
    project = work / "project"
    project.mkdir()
    sources = "".join(f"  web-{i}: {{git: '{url}'}}\n" for i, url in enumerate(urls))
    stores = "".join(f"  - {{tier: repo, name: web-{i}, source: web-{i}, path: docs}}\n" for i in range(len(urls)))
    (project / "knowledge.yml").write_text(f"sources:\n{sources}stores:\n{stores}")

    def row(what: str, act: Callable[[], None], before: Callable[[], None] = lambda: None) -> Row:
        measured = []
        for _ in range(runs):
            before()
            server.reset()
            started = time.perf_counter()
            act()
            measured.append((time.perf_counter() - started, server.sent, len(server.requests)))
        _, sent, requests = measured[-1]
        return Row(what, statistics.median(seconds for seconds, _, _ in measured), sent, requests)

    def kb(*arguments: str) -> Callable[[], None]:
        return lambda: _run([*KB, "sync", *arguments], project)

    def from_nothing() -> None:
        shutil.rmtree(project / ".knowledge", ignore_errors=True)
        (project / "knowledge.lock").unlink(missing_ok=True)

    changes = iter(range(1, 1000))
    changed = lambda: repositories.change(folders[0], next(changes))  # noqa: E731
    rows = [
        row("kb sync: from nothing", kb(), from_nothing),
        row("kb sync: from a lock alone", kb(), lambda: shutil.rmtree(project / ".knowledge")),
        row("kb sync: nothing new", kb()),
        row("kb sync --update: nothing new", kb("--update")),
        row("kb sync --update: one changed", kb("--update"), changed),
        row("kb sync --update NAME: one changed", kb("--update", "web-0"), changed),
        row(
            "git clone",
            lambda: _clone(urls, work / "clones"),
            lambda: shutil.rmtree(work / "clones", ignore_errors=True),
        ),
        row(
            "git clone --depth 1",
            lambda: _clone(urls, work / "clones", "--depth", "1"),
            lambda: shutil.rmtree(work / "clones", ignore_errors=True),
        ),
    ]
    interpreter = peer.python() if multirepo else None
    if interpreter is None:
        print("mkdocs-multirepo-plugin: not measured", file=sys.stderr)
        return rows
    site = work / "multirepo"
    config = peer.configure(site, urls, keep=True)
    clean = lambda: shutil.rmtree(site / "temp_dir", ignore_errors=True)  # noqa: E731
    rows += [
        row("multirepo: from nothing", lambda: peer.run(interpreter, config), clean),
        row("multirepo: nothing new", lambda: peer.run(interpreter, config)),
        row("multirepo: one changed", lambda: peer.run(interpreter, config), changed),
    ]
    return rows


def _clone(urls: list[str], folder: Path, *arguments: str) -> None:
    folder.mkdir()
    with ThreadPoolExecutor(8) as pool:
        clone = ["git", "clone", "--quiet", "--bare", *arguments]
        list(pool.map(lambda pair: _run([*clone, pair[1], f"{pair[0]}.git"], folder), enumerate(urls)))


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    )
    if done.returncode:
        raise RuntimeError(done.stderr)


def _report(rows: list[Row], options: argparse.Namespace) -> int:
    found = {row.what: row for row in rows}
    width = max(len(row.what) for row in rows)
    git = subprocess.run(
        ["git", "--version"], capture_output=True, text=True, check=True, env=ENVIRONMENT
    ).stdout.strip()
    print(f"{options.sources} sources of {options.entries} entries, median of {options.runs}; ", end="")
    print(f"{git}, Python {platform.python_version()}, {os.cpu_count()} cores\n")
    print(f"{'':<{width}}  {'seconds':>8}  {'bytes':>12}  {'requests':>8}")
    for row in rows:
        print(f"{row.what:<{width}}  {row.seconds:>8.2f}  {row.sent:>12,}  {row.requests:>8}")
    share = found["kb sync: from nothing"].sent / found["git clone"].sent
    slowest = max(found[f"kb sync{update}: nothing new"].seconds for update in ("", " --update"))
    targets = [
        (
            f"bytes from nothing: {share:.0%} of a plain clone, at most {SHARE_OF_A_CLONE:.0%}",
            share <= SHARE_OF_A_CLONE,
        ),
        (f"nothing new: {slowest:.2f} s, at most {NOTHING_NEW_SECONDS:g} s", slowest <= NOTHING_NEW_SECONDS),
    ]
    print()
    for text, kept in targets:
        print(f"{'kept' if kept else 'MISSED'}: {text}")
    return 0 if all(kept for _, kept in targets) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sync", description=__doc__)
    parser.add_argument("--sources", type=int, default=50)
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--alone", action="store_true", help="do not measure mkdocs-multirepo-plugin")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
