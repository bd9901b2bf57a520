"""Other programs, with what they cost: wall, CPU, peak memory."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import NotMeasured

_JS = Path(__file__).parent / "js"
_POLL = 0.01


@dataclass(frozen=True, slots=True)
class Done:
    """Seconds and bytes of a program that has ended well."""

    wall: float
    cpu: float
    peak: int
    output: str


def run(
    command: Sequence[str | Path],
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: str = "",
) -> Done:
    """Run a program to its end. Raises `NotMeasured` with its last words if it fails."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as stdin,
        tempfile.TemporaryFile() as stdout,
        tempfile.TemporaryFile() as stderr,
    ):
        stdin.write(given)
        stdin.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **(environment or {})},
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
        )
        peak = _Peak(process.pid)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # interrupted: nothing goes on without us
            process.kill()
            process.wait()
            raise
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        stdout.seek(0)
        stderr.seek(0)
        output = stdout.read().decode("utf-8", "replace")
        if process.returncode != 0:
            words = stderr.read().decode("utf-8", "replace").strip() or output.strip()
            name = " ".join(Path(part).name for part in command[:3])
            raise NotMeasured(f"`{name}` failed with {process.returncode}: {words[-600:]}")
    return Done(wall, usage.ru_utime + usage.ru_stime, peak.bytes() or _maxrss(usage.ru_maxrss), output)


def python(*arguments: str | Path, folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Done:
    return run([sys.executable, *arguments], folder, environment)


def node(script: str, request: Mapping[str, Any]) -> Any:
    """The JSON that a script of `js/` answers to a request."""
    if not shutil.which("node"):
        raise NotMeasured("Node is missing: install Node 20 or later")
    return json.loads(run(["node", _JS / script], given=json.dumps(request)).output)


class _Peak:
    """The high-water mark of a process while it runs.

    What `wait4` says of memory includes that of the parent, of which the child began as a copy.
    """

    def __init__(self, pid: int) -> None:
        self._status = Path(f"/proc/{pid}/status")
        self._seen = 0
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def bytes(self) -> int:
        """0 where the platform does not tell."""
        self._thread.join()
        return self._seen

    def _watch(self) -> None:
        # The first looks may still see the parent's memory, before the program has been loaded.
        time.sleep(5 * _POLL)
        while True:
            try:
                text = self._status.read_text()
            except OSError:
                return
            mark = text.partition("VmHWM:")[2].split()[:1]
            if not mark:
                return
            self._seen = int(mark[0]) * 1024
            time.sleep(_POLL)


def _maxrss(value: int) -> int:
    return value if sys.platform == "darwin" else value * 1024
