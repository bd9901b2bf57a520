"""`kb init`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..config import load
from .command import Answer, command, require_folder
from .scaffold import Scaffold, add_example, add_settings, add_site, add_stores, rewrite_readmes
from .schemas import INIT
from .screen import Screen


@command("init", INIT)
@click.option("--site", is_flag=True, help="Also start a site: mkdocs.yml, knowledge.yml and one example entry.")
@click.option(
    "--write-readmes",
    is_flag=True,
    help="Also write the README of the registry where a person wrote one, which is moved to README.old.md.",
)
def init(project: Path, site: bool, write_readmes: bool) -> Answer:
    """Make the folders of all categories, with READMEs.

    This is done in every store of knowledge.yml; without that file, in the folder knowledge. A file that is already
    there is never touched, but with --write-readmes a README is. Stores of a Spektacular project are left to
    Spektacular.
    """
    require_folder(project)
    scaffold = Scaffold(project)
    if site:
        add_settings(scaffold)
    settings = load(project)
    if write_readmes:
        rewrite_readmes(scaffold, settings)
    add_stores(scaffold, settings)
    if site:
        add_example(scaffold, settings)
        add_site(scaffold)

    def text(value: Any, screen: Screen) -> Iterator[str]:
        yield from (f"{screen.style('created', fg='green')}  {file}" for file in value["created"])
        yield from (f"{screen.style('moved', fg='yellow')}    {file}" for file in value["moved"])
        yield from (f"{screen.style('kept', dim=True)}     {file}" for file in value["kept"])
        if not value["created"] and not value["kept"]:
            yield "nothing to make: all stores belong to a Spektacular project, which makes its own folders"
        elif site:
            yield from _next_steps_of_site(kept_mkdocs=(project / "mkdocs.yml").as_posix() in scaffold.kept)
        elif value["created"]:
            yield ""
            yield "Write entries as Markdown files into these folders; `kb search` finds them."

    return Answer({"created": scaffold.created, "kept": scaffold.kept, "moved": scaffold.moved}, text)


def _next_steps_of_site(*, kept_mkdocs: bool) -> Iterator[str]:
    yield ""
    if kept_mkdocs:
        yield "mkdocs.yml was there before: see to it that `- knowledge` is among its plugins."
    yield "`mkdocs serve` shows the site; `kb search` finds entries."
