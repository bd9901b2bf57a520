"""`Knowledge`: the one object behind the command, the plugin and Python programs."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import excerpt, ranking
from . import index as published
from . import search as searching
from .categories import Registry
from .config import Settings, StoreSettings, load
from .errors import RequestError, nearest
from .model import (
    TIERS,
    Address,
    Category,
    EntryInfo,
    Finding,
    Place,
    Rule,
    SearchResult,
    Severity,
    StoreId,
    category_of,
)
from .search import ALL, NamedStore
from .stores import FolderStore

_ADDRESS = re.compile(r"(?P<tier>[^/:]*)/(?P<name>[^/:]*):(?P<path>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class EntryText:
    """An entry read in full; `content` is its text as stored, frontmatter included."""

    tier: str
    name: str
    path: str
    content: str
    category: str


@dataclass(frozen=True)
class Knowledge:
    """Stores and the registry of their categories. Made by `open_project` or `open_published`.

    Every method raises `KnowledgeError` for a refusal, with `.code` and `.next_action`.
    """

    stores: tuple[NamedStore, ...]
    registry: Registry
    settings: Settings | None = None

    def search(
        self,
        query: str,
        tier: str = ALL,
        filter: Sequence[str] = (),
        tags: Sequence[str] = (),
        limit: int | None = None,
    ) -> SearchResult:
        """Ranked hits. `filter` names stores, `tags` must all be on a hit, `limit` None means all hits."""
        return searching.search(self.stores, self.registry, query, tier, filter, tags, limit)

    def entries(self, tier: str = ALL, filter: Sequence[str] = ()) -> tuple[tuple[StoreId, EntryInfo], ...]:
        """Every entry, store by store, depth first."""
        found = []
        for named in self._select(tier, filter):
            infos = {info.path: info for info in named.store.entries()}
            found += [(named.id, infos[path]) for path in searching.in_listing_order(infos)]
        return tuple(found)

    def read(self, address: str | Address) -> EntryText:
        """One entry by its address, `TIER/NAME:PATH`."""
        if isinstance(address, str):
            address = self.parse_address(address)
        named = self._store(address.store)
        try:
            text = named.store.read(address.path)
        except RequestError:
            paths = [info.path for info in named.store.entries()]
            near = nearest(address.path, paths)
            raise RequestError(
                "knowledge_entry_not_found",
                f'no knowledge entry at "{address.path}" in the "{address.store.name}" store',
                (f'did you mean "{address.store}:{near}"? ' if near else "")
                + f"list its entries with `kb list --tier {address.store.tier} --filter {address.store.name}`",
                address.path,
            ) from None
        return EntryText(address.store.tier, address.store.name, address.path, text, category_of(address.path))

    def parse_address(self, written: str) -> Address:
        """`TIER/NAME:PATH` as an address. Refuses every other form."""
        match = _ADDRESS.fullmatch(written)
        if not match:
            raise RequestError(
                "knowledge_address_invalid",
                f'"{written}" is no address of an entry',
                "write it as TIER/NAME:PATH, as in project/handbook:decisions/a.md",
                written,
            )
        return Address(StoreId(match["tier"], match["name"]), match["path"])

    def tags(self, tier: str = ALL, filter: Sequence[str] = ()) -> tuple[tuple[str, int], ...]:
        """Tags in use with the number of entries that carry them, most used first."""
        return tuple(searching.vocabulary(self._select(tier, filter), self.registry))

    @property
    def categories(self) -> tuple[Category, ...]:
        return self.registry.categories

    def always_applied(self, tier: str = ALL, filter: Sequence[str] = ()) -> tuple[EntryText, ...]:
        """What everyone must know, in full: by store, then by category, then in listing order."""
        return tuple(
            EntryText(named.id.tier, named.id.name, path, named.store.read(path), category)
            for named in self._select(tier, filter)
            for category in self.registry.always_applied
            for path in searching.in_listing_order(info.path for info in named.store.entries())
            if category_of(path) == category and not self.registry.is_description(path)
        )

    def findings(self) -> tuple[Finding, ...]:
        """What the stores had to leave out or what departs from the registry."""
        found: list[Finding] = []
        for named in self.stores:
            found += named.store.findings()
            if not self.registry.categories:
                continue
            label = getattr(named.store, "label", "") or str(named.id)
            for folder in self.registry.unknown([info.path for info in named.store.entries()]):
                facts = {"folder": folder, "store": str(named.id)}
                if near := nearest(folder, self.registry.names):
                    facts["near"] = near
                place = Place(f"{label}/{folder}")
                found.append(Finding(Rule.UNKNOWN_CATEGORY, Severity.WARNING, place, facts))
        return tuple(found)

    def index_files(self, pages: Sequence[str] | None = None) -> dict[str, bytes]:
        """The files of the published index by name, without their script twins.

        `pages` holds the address of each entry's page, in the order of the stores and of their entries.
        """
        return published.build(
            [(named.id, named.store) for named in self.stores],
            self.registry,
            {**ranking.CONSTANTS, **excerpt.CONSTANTS},
            pages,
        )

    @cached_property
    def _by_id(self) -> dict[StoreId, NamedStore]:
        return {named.id: named for named in self.stores}

    def _select(self, tier: str, names: Sequence[str]) -> Sequence[NamedStore]:
        return [self.stores[i] for i in searching.select(self.stores, tier, names)]

    def _store(self, id_: StoreId) -> NamedStore:
        if id_.tier not in TIERS:
            near = nearest(id_.tier, TIERS)
            raise RequestError(
                "knowledge_tier_invalid",
                f'unknown knowledge tier "{id_.tier}"',
                (f'did you mean "{near}"? ' if near else "") + f"tiers: {', '.join(TIERS)}",
                id_.tier,
            )
        searching.select(self.stores, id_.tier, [id_.name])
        return self._by_id[id_]


def open_project(directory: str | os.PathLike[str] = ".", file_name: str = "knowledge.yml") -> Knowledge:
    """Open the stores of a project: the folder that holds `knowledge.yml`, or `knowledge/` where there is none."""
    return open_settings(load(directory, file_name))


def open_settings(settings: Settings) -> Knowledge:
    """Open the stores that settings declare."""
    missing = [_missing(store, settings) for store in settings.stores if not os.path.isdir(store.folder)]
    if missing:
        raise missing[0] if len(missing) == 1 else _all(missing)
    stores = tuple(
        NamedStore(store.id, FolderStore(store.folder, store.written, store.include, store.exclude))
        for store in settings.stores
    )
    return Knowledge(stores, Registry(settings.categories) if settings.categories else Registry(), settings)


def open_published(directory: str | os.PathLike[str], docs: bool = False) -> Knowledge:
    """Open an index that `kb index` or the plugin wrote; with `docs`, that of the documentation pages beside it."""
    folder = Path(directory)
    if docs:
        published.open_index(folder)
        folder = folder / published.DOCS
    opened = published.open_index(folder)
    return Knowledge(tuple(NamedStore(id_, store) for id_, store in opened.stores), opened.registry)


def _all(refusals: Sequence[RequestError]) -> RequestError:
    """Several refusals as one, so that one run tells them all."""
    message = "\n".join(f"{refusal.message}; {refusal.next_action}" for refusal in refusals)
    return RequestError(refusals[0].code, message, "mend them all, then try again", refusals[0].resource)


def _missing(store: StoreSettings, settings: Settings) -> RequestError:
    where = settings.file.as_posix() if settings.file else "no knowledge.yml"
    parent = store.folder.parent
    try:
        siblings = sorted(path.name for path in parent.iterdir() if path.is_dir())
    except (OSError, ValueError):
        siblings = []
    near = nearest(store.folder.name, [name for name in siblings if not name.startswith(".")])
    hint = f'did you mean "{(Path(store.written).parent / near).as_posix()}"? ' if near else ""
    spektacular = settings.root / ".spektacular" / "config.yaml"
    if settings.file is None and os.path.isfile(spektacular):
        hint += "this is a Spektacular project: write `spektacular: .spektacular/config.yaml` into knowledge.yml, or "
    return RequestError(
        "knowledge_location_missing",
        f'knowledge store "{store.id.name}" in the "{store.id.tier}" tier: there is no folder'
        f" {store.folder.as_posix()} ({where})",
        f"{hint}create the folder, run `kb init`, or correct the path of the store",
        store.folder.as_posix(),
    )
