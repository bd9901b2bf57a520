"""The files that the last build of `mkdocs serve` published, saved from being removed and written again.

MkDocs empties the folder of the site before each build. Nearly all of our files come out as they were, and on a large
site to make them costs more than all the rest of a build after an edit. What is put back is compared before it is left
alone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from pathlib import Path

from ..pages import HOME
from .assets import INDEX

_ASIDE = ".knowledge"
"""MkDocs leaves hidden files and folders where they are."""


def set_aside(site: Path) -> None:
    """Before MkDocs empties the folder of the site."""
    for folder in (HOME, INDEX):
        if (site / folder).is_dir():
            aside = site / _ASIDE / folder
            shutil.rmtree(aside, ignore_errors=True)
            aside.parent.mkdir(parents=True, exist_ok=True)
            (site / folder).rename(aside)


def put_back(site: Path, paths: Collection[str]) -> None:
    """After that: the index, which sees to itself, and what lies at the paths that are given."""
    for folder in (HOME, INDEX):
        aside = site / _ASIDE / folder
        if aside.is_dir():
            (site / folder).parent.mkdir(parents=True, exist_ok=True)
            aside.rename(site / folder)
    for folder, _, names in os.walk(site / HOME, topdown=False):
        inside = Path(folder).relative_to(site).as_posix()
        gone = [name for name in names if f"{inside}/{name}" not in paths]
        for name in gone:
            os.unlink(os.path.join(folder, name))
        if not os.listdir(folder):
            os.rmdir(folder)
