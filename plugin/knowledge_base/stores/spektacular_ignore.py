"""`.spektacular_ignore` at the root of a store: read as gitignore; lines that mean something else there are told."""

from __future__ import annotations

import re
from pathlib import Path

from ..config import pattern_problem
from ..text import lines

IGNORE_FILE = ".spektacular_ignore"

# What that file's own dialect reads as a regular expression and gitignore reads as itself, or the other way round;
# blanks at the start, which it drops; and a slash inside, which does not tie a pattern to the root there.
_DIALECT = re.compile(r"[()+$\[\]|{}?]|\\(?![#! ])|^ |^!?(?![!/]|\*\*/)[^/]+/[^/]")


def read_ignore_file(file: Path) -> tuple[list[str], list[tuple[int, str]]]:
    """The patterns, and the lines (number, text) that need the dialect and may match otherwise here.

    Raises `OSError` or `UnicodeDecodeError` for a file that is there and cannot be read.
    """
    try:
        return parse_ignore(file.read_bytes())
    except FileNotFoundError:
        return [], []


def parse_ignore(content: bytes) -> tuple[list[str], list[tuple[int, str]]]:
    """The same of the bytes of such a file. Raises `UnicodeDecodeError`."""
    written = lines(content.decode("utf-8-sig"))
    numbered = [(number, line) for number, line in enumerate(written, 1) if line and not line.startswith("#")]
    patterns = [line for _, line in numbered if not pattern_problem(line)]
    return patterns, [(number, line) for number, line in numbered if _DIALECT.search(line) or pattern_problem(line)]
