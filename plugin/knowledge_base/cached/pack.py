"""One file that holds the files of an index and what they were made from: written at once, read in parts.

A line that says what it is, one with the SHA-256 of the header and its length, the header as JSON, then the files one
behind the other.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import OutsideError
from ..files import write
from ..index import MANIFEST

BUILDER = "builder"
STORES = "stores"
"""What the next index can be made from: what the builder keeps, and what the stores said."""
_NAMED = (MANIFEST, STORES)
"""Files whose name does not tell their content; the builder knows its own."""
_MAGIC = b"mkdocs-knowledge index, format 2\n"
_FIRST_LINE = 64 + 1 + 12 + 1


class Pack:
    """An open pack; it stays readable when its file is replaced or deleted."""

    def __init__(self, file: Path) -> None:
        """Raises `OSError` where there is none, and `ValueError` for one that is damaged or foreign."""
        self.file = file
        self._stream = file.open("rb")
        try:
            first = self._stream.read(len(_MAGIC) + _FIRST_LINE)
            digest, length = first[len(_MAGIC) :].split()
            header = self._stream.read(int(length))
            if not first.startswith(_MAGIC) or hashlib.sha256(header).hexdigest().encode() != digest:
                raise ValueError("its header is damaged")
            self.header: dict[str, Any] = json.loads(header)
            self._start = len(first) + len(header)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Pack:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def read(self, name: str) -> bytes:
        """A file of the index. What has no digest here is checked by whoever knows what its name says."""
        try:
            at, length = self.header["files"][name]
            content = os.pread(self._stream.fileno(), length, self._start + at)
        except (KeyError, OSError) as error:
            raise self.damaged(str(error)) from None
        if name in _NAMED and hashlib.sha256(content).hexdigest() != self.header["digests"][name]:
            raise self.damaged(f"its {name} is not the one that was written")
        return content

    def damaged(self, reason: str) -> OutsideError:
        return OutsideError(
            "index_damaged",
            f"the cache cannot be read: {self.file.as_posix()}: {reason}",
            "empty it with `kb cache clear`",
            self.file.as_posix(),
        )


def write_pack(file: Path, files: Mapping[str, bytes], facts: Mapping[str, Any]) -> None:
    """Write the files of an index with `facts` about them."""
    table = {}
    at = 0
    for name, content in files.items():
        table[name] = [at, len(content)]
        at += len(content)
    digests = {name: hashlib.sha256(files[name]).hexdigest() for name in _NAMED if name in files}
    header = json.dumps({**facts, "files": table, "digests": digests}, separators=(",", ":")).encode()
    first = f"{hashlib.sha256(header).hexdigest()} {len(header):12}\n".encode()
    write(file, _MAGIC, first, header, *files.values())
