"""How far fetching is: one line that is rewritten on a terminal, nothing where there is none."""

from __future__ import annotations

from ..text.visible import visible
from .output import write
from .screen import is_terminal, shorten

_WIDTH = 40


class TerminalProgress:
    """Progress on stderr."""

    def __init__(self) -> None:
        self._shown = is_terminal(err=True)

    def step(self, done: int, total: int, source: str) -> None:
        if self._shown:
            line = f"{done}/{total} {shorten(visible(source), _WIDTH)}" if done < total else ""
            write(f"\r\x1b[K{line}", err=True)

    def note(self, text: str) -> None:
        write(f"{visible(text)}\n", err=True)
