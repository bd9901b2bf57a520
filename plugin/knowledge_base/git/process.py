"""One call of git: never a shell, never a prompt, never longer than allowed."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .environment import environment, options
from .failure import GitError, Stopped, failure

FIRST_BYTE_SECONDS = 10.0
_TICK = 0.1


@dataclass(frozen=True)
class Watch:
    """The bounds of the calls for one source. `deadline` is a reading of `time.monotonic`.

    `host` names the server in messages; `stop` ends every call that looks at it, from any thread.
    """

    host: str
    deadline: float
    seconds: float
    stop: threading.Event = field(default_factory=threading.Event)


def run(
    arguments: Sequence[str],
    *,
    folder: Path | None = None,
    stdin: bytes = b"",
    scheme: str | None = None,
    watch: Watch | None = None,
    full: Callable[[], bool] | None = None,
    most: int | None = None,
    keep_open: Sequence[int] = (),
) -> bytes:
    """What git prints. With `scheme` the call may reach a server, within the bounds of `watch`.

    `full` is asked now and then whether too much has arrived, `most` bounds what is printed (bytes). The descriptors
    in `keep_open` stay open until git and all that it started have ended. Raises `GitError`.
    """
    command = ["git", *options(scheme), *(["-C", str(folder)] if folder else []), *arguments]
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        try:
            process = subprocess.Popen(
                command,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
                start_new_session=True,
                pass_fds=tuple(keep_open),
            )
        except FileNotFoundError:
            raise GitError("git_missing", "git is not installed", "install git") from None
    try:
        stdout, stderr = _communicate(process, watch, scheme is not None, full, most)
        code = process.wait()
    except BaseException:
        _kill(process)
        raise
    if code != 0:
        raise failure(code, stderr, watch.host if watch else "")
    return stdout


def _communicate(
    process: subprocess.Popen[bytes],
    watch: Watch | None,
    network: bool,
    full: Callable[[], bool] | None,
    most: int | None,
) -> tuple[bytes, bytes]:
    assert process.stdout is not None  # noqa: S101  # both are pipes, see above
    assert process.stderr is not None  # noqa: S101
    started = time.monotonic()
    stdout, stderr = bytearray(), bytearray()
    with process.stdout, process.stderr, selectors.DefaultSelector() as selector:
        for stream, sink in ((process.stdout, stdout), (process.stderr, stderr)):
            selector.register(stream, selectors.EVENT_READ, sink)
        while selector.get_map():
            for key, _ in selector.select(_TICK):
                if chunk := os.read(key.fd, 1 << 16):
                    key.data.extend(chunk)
                else:
                    selector.unregister(key.fileobj)
            if most is not None and len(stdout) > most:
                raise GitError("source_bytes", "", "", limit="bytes")
            if full is not None and full():
                raise GitError("source_bytes", "", "", limit="bytes")
            if watch is not None:
                _look_at_the_clock(watch, network and not stdout and not stderr, started)
    return bytes(stdout), bytes(stderr)


def _look_at_the_clock(watch: Watch, silent: bool, started: float) -> None:
    now = time.monotonic()
    if watch.stop.is_set():
        raise Stopped
    if silent and now - started > FIRST_BYTE_SECONDS:
        raise GitError(
            "source_silent",
            f"no answer from {watch.host} within {FIRST_BYTE_SECONDS:g} seconds",
            "check the network and the proxy (https_proxy); a credential helper must not wait for a person",
        )
    if now > watch.deadline:
        raise GitError(
            "source_slow",
            f"{watch.host} took longer than the {watch.seconds:g} seconds of the limit",
            "try again, or raise `limits: {seconds: …}` of the source",
        )


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
