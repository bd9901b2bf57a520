"""What was built, and what is kept of it for the next time."""

from __future__ import annotations

import hashlib
import marshal
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .counting import Likely, Occurrences
from .dictionary import Shard
from .files import Files
from .joints import Published
from .kept import Kept
from .texts import Shelf
from .words import Words

_DIGEST = hashlib.sha256().digest_size


class DamagedError(Exception):
    """These bytes are not what this version dumped."""


@dataclass
class Built:
    """What was built, and what it was built from."""

    head: dict[str, Any]
    paths: list[str]
    checksums: list[str]
    files: Files
    shelves: list[Shelf]
    words: Words
    shards: dict[str, list[Shard]]
    filter_name: str
    joints: Published
    occurrences: Occurrences | Kept

    @property
    def kept(self) -> Kept:
        if isinstance(self.occurrences, Occurrences):
            self.occurrences = Kept.of(self.occurrences)
        return self.occurrences

    def dumps(self) -> bytes:
        words, kept = self.words, self.kept
        plain: Any = (
            *(self.head, self.paths, self.checksums, dict(self.files), self.shelves, self.shards, self.filter_name),
            self.joints,
            (words.listed, words.compounds, words.floors),
            (kept.units, kept.cores, dict(kept.likely.titles), dict(kept.likely.headings)),
        )
        dumped = marshal.dumps(plain)
        return _version() + hashlib.sha256(dumped).digest() + dumped

    @classmethod
    def loads(cls, dumped: bytes) -> Built:
        """Raises `DamagedError` where one byte is another."""
        start = len(_version()) + _DIGEST
        view = memoryview(dumped)
        if view[:start] != _version() + hashlib.sha256(view[start:]).digest():
            raise DamagedError
        plain = marshal.loads(view[start:])  # noqa: S302 - the digest says that it is ours, and whole
        head, paths, checksums, files, shelves, shards, filter_name, joints, words, (units, cores, titles, headings) = (
            plain
        )
        kept = Kept(units, cores, Likely(Counter(titles), Counter(headings)))
        return cls(head, paths, checksums, Files(files), shelves, Words(*words), shards, filter_name, joints, kept)


@cache
def _version() -> bytes:
    """Another one for other code: what is kept must be what this code would have made."""
    package = Path(__file__).parents[1]
    sources = sorted(file for folder in ("index", "text", "entries", ".") for file in (package / folder).glob("*.py"))
    digest = hashlib.sha256(sys.byteorder.encode())
    for file in sources:
        digest.update(file.read_bytes())
    return digest.digest()
