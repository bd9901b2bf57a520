"""What the output goes to: colour and line width of a terminal, neither for a file or a pipe."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

_WIDEST = 100


@dataclass(frozen=True, slots=True)
class Screen:
    """Where text is shown. `width` is in columns; None where lines are not to be wrapped."""

    colour: bool = False
    width: int | None = None

    def style(self, text: str, **how: Any) -> str:
        """`text` in the colours of `click.style`, or as it is where there are none."""
        return click.style(text, **how) if self.colour and text else text

    def wrap(self, text: str, indent: int = 0) -> list[str]:
        """Lines that leave room for an indent of that many columns."""
        if self.width is None:
            return [text]
        return textwrap.wrap(text, max(20, self.width - indent), break_on_hyphens=False) or [""]


def screen(*, err: bool = False) -> Screen:
    """The screen behind stdout or stderr. `NO_COLOR` and `TERM=dumb` are respected."""
    if not is_terminal(err=err):
        return Screen()
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(colour, min(shutil.get_terminal_size().columns, _WIDEST))


def is_terminal(*, err: bool = False) -> bool:
    return (sys.stderr if err else sys.stdout).isatty()


def columns(text: str) -> int:
    """How many columns a terminal needs for `text`."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, width: int) -> str:
    """`text` and blanks up to `width` columns."""
    return text + " " * (width - columns(text))


def widest(texts: Sequence[str]) -> int:
    """The columns that the widest of `texts` needs; 0 without texts."""
    return max(map(columns, texts), default=0)


def shorten(text: str, width: int) -> str:
    """`text` in at most `width` characters, an ellipsis for what was cut."""
    return text if len(text) <= width else f"{text[: width - 1]}…"
