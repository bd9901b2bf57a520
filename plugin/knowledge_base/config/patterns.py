"""Patterns in gitignore syntax, as settings and ignore files hold them."""

from __future__ import annotations

import re

import pathspec

from .yaml_file import Value


def pattern_problem(pattern: str) -> str | None:
    """Why `pattern` cannot be read as a line of a `.gitignore`, or None."""
    try:
        pathspec.GitIgnoreSpec.from_lines([pattern])
    except (ValueError, re.error) as error:
        return str(error)
    return None


def patterns(value: Value) -> tuple[str, ...]:
    """A list of patterns in the settings."""
    for item in value.sequence():
        if problem := pattern_problem(item.text()):
            raise item.fail(f"{item.name} is no pattern: {problem}", "write it as a line of a .gitignore")
    return value.texts()
