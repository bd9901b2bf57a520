"""`.spektacular_ignore` at the root of a store: read as gitignore; lines that mean something else there are told."""

from __future__ import annotations

import re
from pathlib import Path

IGNORE_FILE = ".spektacular_ignore"

# What that file's own dialect reads as a regular expression and gitignore reads as itself, or the other way round.
_DIALECT = re.compile(r"[()+$\[\]|{}?]|\\(?![#! ])")


def read_ignore_file(file: Path) -> tuple[list[str], list[tuple[int, str]]]:
    """The patterns, and the lines (number, text) that need the dialect and may match otherwise here."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return [], []
    odd = [(number, line) for number, line in enumerate(lines, 1) if not line.startswith("#") and _DIALECT.search(line)]
    return lines, odd
