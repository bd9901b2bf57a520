"""A project as the rules see it: stores, docs, where links lead, which anchors pages have. `docs/guide/check.md`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .app import Knowledge
from .checks import Document, Folder, Project
from .checks.project import Anchors, Resolve
from .checks.reference import blocks
from .config import Settings
from .errors import RequestError
from .model import StoreId
from .pages import Links, Site
from .search import NamedStore
from .stores import FolderStore, ParsedStore

DOCS = StoreId("project", "docs")


def checked_project(
    knowledge: Knowledge,
    anchors: Anchors | None = None,
    commands: Callable[[], str] | None = None,
    site: Site | None = None,
) -> Project:
    """The project of a `Knowledge` that has settings. `commands` makes the block of that name."""
    settings = knowledge.settings
    if settings is None:
        raise RequestError("check_published", "a published index cannot be checked", "check the folder of its project")
    site = site or Site(knowledge.stores, knowledge.registry)
    managed = {store.id: store.readmes for store in settings.stores}
    stores = [_folder(named, managed.get(named.id, False)) for named in knowledge.stores]
    docs_store = _docs_store(settings)
    docs = _folder(NamedStore(DOCS, docs_store), False) if docs_store else None
    return Project(
        stores,
        docs,
        knowledge.registry,
        settings.limits,
        (*knowledge.findings(), *site.findings(), *(docs_store.findings() if docs_store else ())),
        blocks(knowledge.registry, commands),
        _resolver(site, docs),
        anchors,
    )


def _folder(named: NamedStore, readmes: bool) -> Folder:
    store = named.store
    parsed = store.parsed if isinstance(store, ParsedStore) else {}
    label = getattr(store, "label", "") or str(named.id)
    return Folder(named.id, Path(getattr(store, "folder", label)), label, parsed, readmes)


def _docs_store(settings: Settings) -> FolderStore | None:
    """The docs as a store; what lies in a store already is left out."""
    folder = settings.root / settings.docs
    if not folder.is_dir():
        return None
    here = os.path.abspath(folder)
    inside = [os.path.relpath(os.path.abspath(store.folder), here) for store in settings.stores]
    exclude = tuple(f"/{Path(path).as_posix()}/" for path in inside if not path.startswith(os.pardir))
    return FolderStore(folder, settings.docs, exclude=exclude)


def _resolver(site: Site, docs: Folder | None) -> Resolve:
    """Entries as the pages of the site resolve their links; docs as MkDocs does, which publishes every file in them."""
    documents: Mapping[str, str] = {}
    if docs is not None:
        documents = {os.path.abspath(docs.path / path): path for path in docs.entries}
    links = Links(site, documents)

    def resolve(document: Document, url: str) -> bool:
        if document.folder is not docs:
            return links.resolve(document.folder.id, document.entry.path, url) is not None
        path = unquote(urlsplit(url).path)
        here = os.path.dirname(document.entry.path)
        target = os.path.normpath(os.path.join(here, path))
        if os.path.splitext(path)[1] == "":
            return True  # an address rather than a file: MkDocs leaves it as it is
        return target in site.pages or _is_published(docs.path, target)

    return resolve


def _is_published(docs: Path, path: str) -> bool:
    parts = Path(path).parts
    return ".." not in parts and not any(part.startswith(".") for part in parts) and (docs / path).is_file()
