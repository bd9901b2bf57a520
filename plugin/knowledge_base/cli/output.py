"""The only place that writes to stdout and stderr: bytes, so that no locale can make it fail."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from ..errors import OutsideError


def clean(text: str) -> str:
    """`text` with U+FFFD for every byte of an argument or a file name that was no UTF-8."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def write_json(value: Any) -> None:
    """JSON for programs: UTF-8 whatever the locale says, two blanks a level, keys in the order given."""
    _write(clean(json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode(), err=False)


def write(text: str, *, err: bool = False, utf8: bool = False) -> None:
    """Text for people; a character that the stream cannot show is written as an escape. `utf8`: for programs."""
    encoding = "utf-8" if utf8 else (sys.stderr if err else sys.stdout).encoding or "utf-8"
    _write(clean(text).encode(encoding, "backslashreplace"), err=err)


def _write(content: bytes, *, err: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    try:
        stream.flush()
        stream.buffer.write(content)
        stream.buffer.flush()
    except BrokenPipeError:
        _let_go(stream.fileno())  # the reader has seen enough: `kb list | head`
    except OSError as error:
        _let_go(stream.fileno())
        raise OutsideError(
            "write_failed", f"cannot write the output: {error.strerror}", "check the disk that it goes to"
        ) from None


def _let_go(descriptor: int) -> None:
    """Send the rest nowhere, so that the interpreter does not fail again when it flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
