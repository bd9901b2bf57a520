"""Bytes in, entry out: frontmatter, tags, body, title, checksum. No I/O. Its page: `docs/reference/entries.md`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from ..model import category_of
from ..text import fold_blanks
from .frontmatter import Frontmatter, Key, split
from .title import first_heading

__all__ = ["Entry", "Frontmatter", "Key", "NotTextError", "first_heading", "parse", "split"]

BINARY_WINDOW = 8000
"""A file with a NUL byte among its first 8,000 bytes is binary, as git and the reference have it."""


class NotTextError(Exception):
    """The bytes are no text. `kind` is `binary` or `not-utf8`, `offset` the first bad byte."""

    def __init__(self, kind: str, offset: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a store. `text` is the file as decoded, `text[body_start:]` what is counted and shown."""

    path: str
    text: str
    body_start: int
    title: str
    tags: tuple[str, ...]
    checksum: str
    frontmatter: Frontmatter = field(repr=False)

    @property
    def body(self) -> str:
        return self.text[self.body_start :]

    @property
    def category(self) -> str:
        return category_of(self.path)


def parse(path: str, raw: bytes) -> Entry:
    """Read one file. Raises `NotTextError` for bytes that are not text; nothing else fails."""
    if (nul := raw.find(b"\0", 0, BINARY_WINDOW)) >= 0:
        raise NotTextError("binary", nul)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotTextError("not-utf8", error.start) from None
    front = split(text)
    title = fold_blanks(front.title or "") or first_heading(text[front.body_start :]) or path
    return Entry(path, text, front.body_start, title, front.tags, hashlib.sha256(raw).hexdigest(), front)
