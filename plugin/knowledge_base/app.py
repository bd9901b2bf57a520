"""`Knowledge`: the one object behind the command, the plugin and Python programs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import excerpt, facets, ranking
from . import index as published
from . import nearest as nearest_words
from . import search as searching
from .categories import Registry
from .config import Settings, StoreSettings, Trust, load
from .errors import KnowledgeError, RequestError, nearest, together
from .git import dates_of_folder
from .model import (
    TIERS,
    Address,
    Category,
    EntryInfo,
    Facet,
    Filters,
    Finding,
    HeldEntry,
    Place,
    Rule,
    SearchResult,
    Severity,
    StoreId,
    category_of,
)
from .query import KEYS
from .search import ALL, NamedStore
from .stores import FolderStore, GitStore, Store
from .survey import Scan, Survey
from .sync import Progress, Source, Sources, fetch_pinned
from .sync.wanted import pages_of

_ADDRESS = re.compile(r"(?P<tier>[^/:]*)/(?P<name>[^/:]*):(?P<path>.+)", re.DOTALL)
_NO_SOURCES = Sources()


@dataclass(frozen=True, slots=True)
class EntryText:
    """An entry read in full; `content` is its text as stored, frontmatter included."""

    tier: str
    name: str
    path: str
    content: str
    category: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """Always-applied entries of a store that are not given out, because its source is not trusted."""

    tier: str
    name: str
    count: int
    reason: str
    next_action: str


@dataclass(frozen=True)
class Knowledge:
    """Stores and the registry of their categories. Made by `open_project` or `open_published`.

    Every method raises `KnowledgeError` for a refusal, with `.code` and `.next_action`.
    """

    stores: tuple[NamedStore, ...]
    registry: Registry
    settings: Settings | None = None
    sources: Sources = _NO_SOURCES
    survey: Survey | None = None
    """What the stores say together, where they say it; found by reading all of them where not."""

    def search(
        self,
        query: str,
        tier: str = ALL,
        filter: Sequence[str] = (),
        tags: Sequence[str] = (),
        limit: int | None = None,
        categories: Sequence[str] = (),
        weaker: bool = False,
    ) -> SearchResult:
        """Ranked hits. `filter` names stores, `categories` folders, `tags` must all be on a hit; more can be typed.

        `limit` None means all hits, `weaker` those below the cutoff too.
        """
        given = _filters(tier, filter, categories, tags)
        return searching.search(self.stores, self.registry, self._survey, query, given, limit, weaker)

    def facets(
        self,
        query: str,
        tier: str = ALL,
        filter: Sequence[str] = (),
        tags: Sequence[str] = (),
        categories: Sequence[str] = (),
        keys: Sequence[str] = KEYS,
    ) -> dict[str, tuple[Facet, ...]]:
        """For each key of a filter, its values with hits, the most first."""
        return facets.facets(self.stores, self.registry, query, _filters(tier, filter, categories, tags), keys)

    def unknown_words(self, terms: Sequence[str]) -> tuple[str, ...]:
        """The words among the terms of a query that no entry knows."""
        return nearest_words.unknown_words(self.stores, self.registry, terms)

    def nearest_words(self, word: str) -> tuple[str, ...]:
        """Up to three words of the entries that are nearly the same, the nearest first."""
        return nearest_words.nearest_words(self._survey, word)

    def held_by_always_applied(self, terms: Sequence[str]) -> tuple[HeldEntry, ...]:
        """The always-applied entries, among the first hundred, that hold one of the terms."""
        return nearest_words.held_by_always_applied(self.stores, self._survey, terms)

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
        """What everyone must know, in full: by store, then by category, then in listing order.

        Entries of untrusted sources are not among it; `withheld` counts them.
        """
        return tuple(
            EntryText(named.id.tier, named.id.name, path, named.store.read(path), category_of(path))
            for named in self._select(tier, filter)
            if self.is_admitted(named.id)
            for path in self._always_applied(named, self.registry.always_applied)
        )

    def withheld(
        self, tier: str = ALL, filter: Sequence[str] = (), categories: Sequence[str] | None = None
    ) -> tuple[Withheld, ...]:
        """What `always_applied` leaves out, store by store; `categories` None means all always-applied ones."""
        wanted = self.registry.always_applied if categories is None else categories
        counts = {
            named.id: len(self._always_applied(named, wanted))
            for named in self._select(tier, filter)
            if not self.is_admitted(named.id)
        }
        return tuple(
            Withheld(
                id_.tier,
                id_.name,
                count,
                f'its source "{self._declared[id_].source}" is untrusted',
                "read them, then write `always_applied: allow` on the store, or `trust: trusted` on its source",
            )
            for id_, count in counts.items()
            if count
        )

    def is_admitted(self, id_: StoreId) -> bool:
        """Whether always-applied entries of a store are given out as such."""
        store = self._declared.get(id_)
        if store is None or store.source is None or store.always_applied:
            return True
        return self.sources.here[store.source].settings.trust is Trust.TRUSTED

    def source_of(self, id_: StoreId) -> Source | None:
        """The source of a store; None for a folder."""
        store = self._declared.get(id_)
        return None if store is None or store.source is None else self.sources.here[store.source]

    def changed(self, id_: StoreId, path: str) -> str | None:
        """The day on which git says that an entry last changed (`YYYY-MM-DD`); None where that is unknown."""
        return self._dates.get(id_, {}).get(path)

    def _always_applied(self, named: NamedStore, categories: Sequence[str]) -> list[str]:
        paths = list(searching.in_listing_order(info.path for info in named.store.entries()))
        return [
            path
            for category in categories
            for path in paths
            if category_of(path) == category and not self.registry.is_description(path)
        ]

    @cached_property
    def _declared(self) -> dict[StoreId, StoreSettings]:
        return {store.id: store for store in self.settings.stores} if self.settings else {}

    @cached_property
    def _dates(self) -> dict[StoreId, Mapping[str, str]]:
        if self.settings is None or not self.settings.dates:
            return {}
        return {
            named.id: named.store.dates if isinstance(named.store, GitStore) else dates_of_folder(named.store.folder)
            for named in self.stores
            if isinstance(named.store, (GitStore, FolderStore))
        }

    def findings(self) -> tuple[Finding, ...]:
        """What the stores had to leave out or what departs from the registry."""
        found = [_left_out(name, error, self.settings) for name, error in self.sources.left_out.items()]
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

    def index_files(
        self, pages: Sequence[str] | None = None, builder: published.Builder | None = None
    ) -> dict[str, bytes]:
        """The files of the published index by name, without their script twins.

        `pages` holds the address of each entry's page, in the order of the stores and of their entries. With a
        `builder` that built before, only what changed since is made again.
        """
        return (builder or published.Builder()).update(*self._indexed, pages)

    def index_files_after_edit(self, builder: published.Builder) -> dict[str, bytes] | None:
        """The same, without pages, if little has changed since the builder built; None if every text has to be read."""
        return builder.edit(*self._indexed)

    @property
    def _indexed(self) -> tuple[list[tuple[StoreId, Store]], Registry, published.Constants]:
        constants = {**ranking.CONSTANTS, **excerpt.CONSTANTS}
        return [(named.id, named.store) for named in self.stores], self.registry, constants

    @cached_property
    def _survey(self) -> Survey:
        return self.survey or Scan([(named.id, named.store) for named in self.stores], self.registry)

    @cached_property
    def _by_id(self) -> dict[StoreId, NamedStore]:
        return {named.id: named for named in self.stores}

    def _select(self, tier: str, names: Sequence[str]) -> Sequence[NamedStore]:
        return [self.stores[i] for i in searching.select(self.stores, [tier], names)]

    def _store(self, id_: StoreId) -> NamedStore:
        if id_.tier not in TIERS:
            near = nearest(id_.tier, TIERS)
            raise RequestError(
                "knowledge_tier_invalid",
                f'unknown knowledge tier "{id_.tier}"',
                (f'did you mean "{near}"? ' if near else "") + f"tiers: {', '.join(TIERS)}",
                id_.tier,
            )
        searching.select(self.stores, [id_.tier], [id_.name])
        return self._by_id[id_]


def _filters(tier: str, names: Sequence[str], categories: Sequence[str], tags: Sequence[str]) -> Filters:
    return Filters(() if tier == ALL else (tier,), tuple(names), tuple(categories), tuple(tags))


def open_project(
    directory: str | os.PathLike[str] = ".",
    file_name: str = "knowledge.yml",
    *,
    online: bool = False,
    progress: Progress | None = None,
    tolerant: bool = False,
) -> Knowledge:
    """Open the stores of a project: the folder that holds `knowledge.yml`, or `knowledge/` where there is none.

    Sources are read from the cache, at the commits that `knowledge.lock` names; with `online`, what the cache lacks is
    fetched. Where `tolerant`, a source that lock or settings keep out is a finding instead of a refusal.
    """
    return open_settings(load(directory, file_name), online=online, progress=progress, tolerant=tolerant)


def open_settings(
    settings: Settings, *, online: bool = False, progress: Progress | None = None, tolerant: bool = False
) -> Knowledge:
    """Open the stores that settings declare."""
    _refuse_missing([_missing(store, settings) for store in _folders(settings) if not os.path.isdir(store.folder)])
    return open_stores(settings, fetch_pinned(settings, online=online, progress=progress, tolerant=tolerant))


def open_stores(settings: Settings, sources: Sources) -> Knowledge:
    """The stores of a project whose sources are here."""
    stores: list[NamedStore] = []
    refused: list[RequestError] = []
    for store in settings.stores:
        if store.source is None:
            folder = FolderStore(store.folder, store.written, store.include, store.exclude)
            stores.append(NamedStore(store.id, folder))
        elif store.source in sources.here:
            source = sources.here[store.source]
            label = f"{store.source}:{store.written}"
            opened = GitStore(source.tree, store.written, label, store.include, store.exclude)
            stores.append(NamedStore(store.id, opened))
            refused += _missing_in_source(store, source, opened)
    for pages in settings.pages:
        if pages.source in sources.here and not pages_of(sources.here[pages.source].tree, pages):
            refused.append(
                RequestError(
                    "pages_missing",
                    f'{pages.place}: source "{pages.source}" has no document that "{pages.files}" matches',
                    "correct `from`: it names Markdown files from the root of the repository",
                    pages.place,
                )
            )
    _refuse_missing(refused)
    return Knowledge(tuple(stores), registry_of(settings), settings, sources)


def registry_of(settings: Settings) -> Registry:
    """The categories that settings declare, or the usual ones."""
    return Registry(settings.categories) if settings.categories else Registry()


def _left_out(name: str, error: KnowledgeError, settings: Settings | None) -> Finding:
    facts = {"source": name, "reason": error.message, "action": error.next_action}
    if settings is None or any(source.name == name and source.optional for source in settings.sources):
        return Finding(Rule.SOURCE_LEFT_OUT, Severity.WARNING, Place(name), facts)
    if error.code == "source_not_pinned":
        return Finding(Rule.LOCK_STALE, Severity.ERROR, Place("knowledge.lock"), facts)
    return Finding(Rule.SOURCE_REFUSED, Severity.ERROR, Place(settings.file.name if settings.file else name), facts)


def _missing_in_source(store: StoreSettings, source: Source, opened: GitStore) -> list[RequestError]:
    folder = "" if store.written == "." else store.written.strip("/")
    at = f'knowledge store "{store.id.name}" in the "{store.id.tier}" tier'
    where = f'source "{store.source}" at {source.pin.commit[:12]}'
    if folder not in source.tree.folders:
        near = nearest(folder, sorted(source.tree.folders))
        hint = f'did you mean "{near}"? ' if near else ""
        return [
            RequestError(
                "knowledge_location_missing",
                f"{store.place}: {at}: there is no folder {folder} in {where}",
                f"{hint}correct the `path` of the store",
                store.place,
            )
        ]
    if opened.is_empty:
        return [
            RequestError(
                "store_empty",
                f"{store.place}: {at}: it has no entries in {where}",
                "correct `path`, `include` and `exclude` of the store, or the `ref` of the source",
                store.place,
            )
        ]
    return []


def open_published(directory: str | os.PathLike[str], docs: bool = False) -> Knowledge:
    """Open an index that `kb index` or the plugin wrote; with `docs`, that of the documentation pages beside it."""
    folder = Path(directory)
    if docs:
        published.open_index(folder)
        folder = folder / published.DOCS
    opened = published.open_index(folder)
    stores = tuple(NamedStore(id_, store) for id_, store in opened.stores)
    return Knowledge(stores, opened.registry, survey=opened)


def _folders(settings: Settings) -> list[StoreSettings]:
    return [store for store in settings.stores if store.source is None]


def _refuse_missing(refusals: Sequence[RequestError]) -> None:
    if refusals:
        raise together(refusals)


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
