"""Patterns in gitignore syntax, as settings and ignore files hold them."""

from __future__ import annotations

import re

import pathspec


def pattern_problem(pattern: str) -> str | None:
    """Why `pattern` cannot be read as a line of a `.gitignore`, or None."""
    try:
        pathspec.GitIgnoreSpec.from_lines([pattern])
    except (ValueError, re.error) as error:
        return str(error)
    return None
