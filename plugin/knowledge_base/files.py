"""Files on disk: replaced at once or not at all, made anew, compared."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import OutsideError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write(file: Path, *parts: bytes) -> None:
    """Replace `file` at once or not at all by these parts; its folder is made where it is missing."""
    try:
        temporary, handle = _beside(file)
        try:
            with os.fdopen(handle, "wb", buffering=0) as stream:
                for part in parts:
                    rest = memoryview(part)
                    while rest:
                        rest = rest[stream.write(rest) :]
            os.replace(temporary, file)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise OutsideError(
            "write_failed",
            f"cannot write {file.as_posix()}: {error.strerror}",
            "check the disk and the permissions of its folder",
            file.as_posix(),
        ) from None


def add(file: str | Path, content: bytes) -> None:
    """Write a file that was not there and that nobody reads yet: it may be half written, and costs half of `write`."""
    try:
        with open(file, "wb", buffering=0) as stream:
            done = stream.write(content) == len(content)
    except OSError:
        done = False
    if not done:
        write(Path(file), content)  # makes the folder, or tells what is wrong


def holds(file: str | Path, content: bytes) -> bool:
    """Whether a file is there and holds these bytes."""
    try:
        with open(file, "rb", buffering=0) as stream:
            return stream.read() == content
    except OSError:
        return False


def create(file: Path, content: str) -> bool:
    """Write a file that is not there yet; False, and nothing touched, where something is."""
    if os.path.lexists(file):
        return False
    write(file, content.encode())
    return True


def _beside(file: Path) -> tuple[str, int]:
    """A new hidden file beside `file`, open for writing. `tempfile` makes one that only its owner may read."""
    folder, name = os.path.split(file)
    temporary = os.path.join(folder, f".{name[:40]}.{os.urandom(8).hex()}")
    try:
        return temporary, os.open(temporary, _NEW, 0o666)
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)
        return temporary, os.open(temporary, _NEW, 0o666)
