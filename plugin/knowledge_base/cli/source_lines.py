"""The source line that a finding is about."""

from __future__ import annotations

from pathlib import Path

from ..checks import Project
from ..model import Place


class SourceLines:
    """Lines of the files of a project: of parsed ones from memory, of others from the disk."""

    def __init__(self, project: Project, root: Path) -> None:
        self._project = project
        self._root = root

    def __call__(self, place: Place) -> str | None:
        if place.line is None:
            return None
        document = self._project.by_path.get(place.path)
        if document is None:
            file = self._root / place.path
            if not file.is_file():
                return None
            try:
                text = file.read_bytes().decode("utf-8", "replace")
            except OSError:
                return None
        else:
            text = document.text
        lines = text.removeprefix("\ufeff").split("\n")
        number = place.line - 1
        return lines[number].rstrip("\r") if number < len(lines) else None
