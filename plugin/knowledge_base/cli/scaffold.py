"""What `kb init` makes. Every file goes through `Scaffold.add`, which never touches one that is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..categories import OLD_README, README, fold, is_generated, render_readme
from ..config import FILE_NAME, Settings, StoreSettings
from ..errors import RequestError
from ..files import create
from ..model import Retrieval
from . import site_files
from .categories import registry_of

_SPEKTACULAR = ".spektacular/config.yaml"


@dataclass(frozen=True, slots=True)
class Scaffold:
    """The files that were made in a project, and those that were there, as paths a person could type."""

    project: Path
    created: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)

    def add(self, file: Path, content: str) -> None:
        (self.created if create(file, content) else self.kept).append(file.as_posix())


def add_settings(scaffold: Scaffold) -> None:
    """`knowledge.yml`: the stores of the Spektacular project that is there, else one store of our own."""
    spektacular = (scaffold.project / _SPEKTACULAR).is_file()
    content = f"spektacular: {_SPEKTACULAR}\n" if spektacular else site_files.SETTINGS
    scaffold.add(scaffold.project / FILE_NAME, content)


def add_stores(scaffold: Scaffold, settings: Settings) -> None:
    """A README for every category in every store that is neither Spektacular's nor a source's."""
    for store in _own(settings):
        for category in registry_of(settings):
            scaffold.add(store.folder / category.name / README, render_readme(category))


def rewrite_readmes(scaffold: Scaffold, settings: Settings) -> None:
    """Move away every README that departs from the registry, so that `add_stores` writes it anew.

    One that was generated has no words of a person in it and is only removed. All are looked at before one is moved.
    """
    folders = [store.folder / category.name for store in _own(settings) for category in registry_of(settings)]
    rendered = {category.name: render_readme(category) for category in registry_of(settings)}
    departing = [
        (folder / README, text)
        for folder in folders
        if (text := _text(folder / README)) is not None and fold(text) != rendered[folder.name]
    ]
    by_hand = [file for file, text in departing if not is_generated(text)]
    for file in by_hand:
        if os.path.lexists(file.with_name(OLD_README)):
            raise RequestError(
                "readme_kept",
                f"{file.as_posix()} cannot be moved: {OLD_README} is there already",
                f"look at {file.with_name(OLD_README).as_posix()}, keep what is worth it elsewhere and remove it",
                file.as_posix(),
            )
    for file, _ in departing:
        if file in by_hand:
            file.rename(file.with_name(OLD_README))
            scaffold.moved.append(f"{file.as_posix()} → {OLD_README}")
        else:
            file.unlink()


def _text(file: Path) -> str | None:
    """The text of a README; one that is not UTF-8 was written by a person."""
    return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None


def add_example(scaffold: Scaffold, settings: Settings) -> None:
    """One entry that a search finds, in the first store; not where that store has entries of its own."""
    looked_up = [category for category in registry_of(settings) if category.retrieval is Retrieval.LOOKED_UP]
    for store in _own(settings)[:1]:
        example = store.folder / looked_up[0].name / site_files.EXAMPLE_NAME
        if example.exists() or not any(_entries(store)):
            scaffold.add(example, site_files.EXAMPLE)


def add_site(scaffold: Scaffold) -> None:
    scaffold.add(scaffold.project / "mkdocs.yml", site_files.MKDOCS)
    scaffold.add(scaffold.project / "docs" / "index.md", site_files.HOME)


def _own(settings: Settings) -> list[StoreSettings]:
    return [store for store in settings.stores if not store.spektacular and store.source is None]


def _entries(store: StoreSettings) -> Iterator[Path]:
    return (file for file in store.folder.rglob("*.md") if file.name != README)
