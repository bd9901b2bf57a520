"""Edits applied to files, or shown as a diff. Nothing is written that an edit does not name."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..files import create, write
from .rule import Edit


def mended(edits: Iterable[Edit]) -> Mapping[Path, tuple[str, str]]:
    """The text of each file before and after. Of edits that overlap only the first is applied."""
    by_file: dict[Path, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.file, []).append(edit)
    return {file: _mended(file, found) for file, found in by_file.items()}


def _mended(file: Path, edits: list[Edit]) -> tuple[str, str]:
    if edits[0].end is None:
        return "", edits[0].text
    before = file.read_bytes().decode("utf-8")
    parts, at = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end or 0)):
        if edit.start >= at and edit.end is not None:
            parts += [before[at : edit.start], edit.text]
            at = edit.end
    return before, "".join([*parts, before[at:]])


def apply(edits: Iterable[Edit]) -> list[Path]:
    """Write what the edits make, each file at once; gives the files that changed."""
    changed = []
    for file, (before, after) in mended(edits).items():
        if before == after:
            continue
        if before or os.path.lexists(file):
            write(file, after.encode())
        else:
            create(file, after)
        changed.append(file)
    return changed


def diff(edits: Iterable[Edit], root: Path) -> str:
    """What `apply` would change, as a unified diff with paths from `root`."""
    parts: list[str] = []
    for file, (before, after) in sorted(mended(edits).items()):
        shown = Path(os.path.relpath(file, root)).as_posix()
        old = f"a/{shown}" if before else "/dev/null"
        lines = difflib.unified_diff(_lines(before), _lines(after), old, f"b/{shown}")
        parts += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    return "".join(parts)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").splitlines(keepends=True)
