"""`kb docs`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..app import open_project
from ..checks import repair, run
from ..config import CheckSettings
from ..errors import RequestError
from ..model import Rule
from ..text.visible import visible
from .check import project_to_check
from .command import Answer, command, require_folder
from .schemas import DOCS
from .screen import Screen
from .where import project_of


@command("docs", DOCS)
@click.option("--write", is_flag=True, help="Write every block that departs from its source.")
@click.option("--check", is_flag=True, help="Only say which do; the exit code is 1 if one does.")
def docs(directory: Path, write: bool, check: bool) -> Answer:
    """Write what the docs repeat from its source."""
    require_folder(directory)
    if write == check:
        raise RequestError("usage", "`kb docs` needs either --write or --check", "choose one of them")
    project = project_of(directory)
    outcome = run(project_to_check(open_project(project), None), CheckSettings(), (Rule.BLOCK_STALE,))
    stale = list(dict.fromkeys(finding.place.path for finding in outcome.findings))
    files = repair.apply(outcome.edits) if write else []
    written = [Path(os.path.relpath(file, project)).as_posix() for file in files]

    def text(_: Any, screen: Screen) -> Iterator[str]:
        if write:
            yield from (f"{screen.style('written', fg='green')}  {visible(file)}" for file in written)
        else:
            yield from (f"{screen.style('stale', fg='red')}  {visible(file)}" for file in stale)
        if not stale:
            yield "all blocks are as their sources say"
        elif check:
            yield "run `kb docs --write`"

    return Answer({"stale": stale, "written": written}, text, exit_code=int(check and bool(stale)))
