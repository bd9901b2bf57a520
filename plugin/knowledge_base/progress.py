"""How far long work is: one line that is rewritten on a terminal, nothing anywhere else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO, TypeVar

T = TypeVar("T")

DELAY = 0.5
"""Seconds of work before anything is shown: quick work is not worth a line."""
EVERY = 0.1
_CLEAR = "\r\x1b[K"


class _Line:
    """The line of a terminal that work is shown on. It is empty whenever no work is under way."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._next = time.monotonic() + DELAY
        self._is_shown = False

    def follow(self, work: str, items: Collection[T]) -> Iterator[T]:
        total = len(items)
        try:
            for done, item in enumerate(items):
                if (now := time.monotonic()) >= self._next:
                    self._next = now + EVERY
                    self._is_shown = True
                    self._write(f"{_CLEAR}{work}: {done:,} of {total:,}")
                yield item
        finally:
            self.clear()

    def clear(self) -> None:
        if self._is_shown:
            self._is_shown = False
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        self._terminal.write(text)
        self._terminal.flush()


_line: ContextVar[_Line | None] = ContextVar("line", default=None)


def told(work: str, items: Collection[T]) -> Iterable[T]:
    """The same items one after the other, and how many are done is shown where `shown` says so."""
    line = _line.get()
    return items if line is None else line.follow(work, items)


@contextmanager
def shown(*, quiet: bool = False) -> Iterator[None]:
    """Show on stderr how far the work inside is: if it is a terminal that can rewrite a line, and no CI."""
    is_able = sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")
    token = _line.set(_Line(sys.stderr) if is_able and not quiet else None)
    try:
        yield
    finally:
        _line.reset(token)
