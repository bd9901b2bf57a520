"""What `kb init` makes. Every file goes through `Scaffold.add`, which never touches one that is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..categories import README, render_readme
from ..config import FILE_NAME, Settings, StoreSettings
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
