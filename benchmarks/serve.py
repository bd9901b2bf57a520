"""`mkdocs serve` after an edit: `python -m benchmarks.serve --corpus DIR`.

Starts a server over a copy of the corpus and edits one entry, again and again. Prints the seconds from each kind of
edit until the server tells the browsers to reload, and the CPU that it took, as medians.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from .corpus import from_folder
from .errors import NotMeasured
from .percentiles import median
from .sites import Sites

_HEADING = re.compile(r"^# ", re.MULTILINE)
_EDITS: dict[str, Callable[[str, int], str]] = {
    "text": lambda text, number: f"{text}\nOne more line, number {number}.\n",
    "title": lambda text, number: _HEADING.sub(f"# {number} ", text, count=1),
}


class Server:
    """A running `mkdocs serve`."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", address],
            cwd=folder,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.wait("Serving on")

    def wait(self, told: str) -> None:
        """Read the log up to a line that holds the words. Raises `NotMeasured` if it ends before."""
        for line in self.process.stderr or ():
            if told in line:
                return
        raise NotMeasured(f'mkdocs serve ended before it said "{told}"')

    def cpu(self) -> float:
        """Seconds of it so far. Linux only."""
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate()


def measure(corpus_folder: Path, work: Path, edits: int) -> dict[str, tuple[float, float]]:
    """Seconds and CPU seconds by the kind of the edit."""
    corpus = from_folder(work, corpus_folder, None, 0)
    server = Server(Sites(corpus, work, 1).project)
    try:
        file = corpus.store / corpus.searched[0].path
        return {kind: _medians(server, file, edit, edits) for kind, edit in _EDITS.items()}
    finally:
        server.stop()


def _medians(server: Server, file: Path, edit: Callable[[str, int], str], edits: int) -> tuple[float, float]:
    walls, cpus = [], []
    for number in range(edits):
        text, before, start = file.read_text("utf-8"), server.cpu(), time.perf_counter()
        file.write_text(edit(text, number), "utf-8")
        server.wait("Reloading browsers")
        walls.append(time.perf_counter() - start)
        cpus.append(server.cpu() - before)
    return median(walls), median(cpus)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.serve", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="a store")
    parser.add_argument("--edits", type=int, default=5, metavar="N", help="edits of each kind; default 5")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="kb-serve-") as work:
        try:
            measured = measure(options.corpus, Path(work), options.edits)
        except NotMeasured as error:
            print(f"benchmarks.serve: {error}", file=sys.stderr)
            return 1
    print("edited   until reload   CPU")
    for kind, (wall, cpu) in measured.items():
        print(f"{kind:<8} {wall:>10.2f} s {cpu:>6.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
