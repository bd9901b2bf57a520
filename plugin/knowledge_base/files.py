"""Files that are never half written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .errors import OutsideError


def write(file: Path, content: bytes) -> None:
    """Replace `file` at once or not at all; its folder is made where it is missing."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{file.name[:40]}.", dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.chmod(temporary, 0o666 & ~_umask())
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


def create(file: Path, content: str) -> bool:
    """Write a file that is not there yet; False, and nothing touched, where something is."""
    if os.path.lexists(file):
        return False
    write(file, content.encode())
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
