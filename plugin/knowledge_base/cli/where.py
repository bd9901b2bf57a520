"""Which project a command is about, when it is run somewhere below it."""

from __future__ import annotations

from pathlib import Path

from ..config import FILE_NAME

_MARKS = (FILE_NAME, "mkdocs.yml", "knowledge")


def project_of(directory: Path) -> Path:
    """The folder itself if it is a project, else the nearest one above that is; the folder where none is."""
    if _is_project(directory):
        return directory
    above = directory
    for parent in directory.resolve().parents:
        above = above / ".."
        if _is_project(parent):
            return above
    return directory


def _is_project(folder: Path) -> bool:
    return any((folder / mark).is_file() for mark in _MARKS[:2]) or (folder / _MARKS[2]).is_dir()


def repository_prefix(project: Path) -> str:
    """Where a project is, seen from the root of its repository: `docs/` or empty. Forges want paths from there."""
    here = project.resolve()
    top = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    return "" if top == here else f"{here.relative_to(top).as_posix()}/"
