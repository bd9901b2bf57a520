"""The index that a build leaves in the cache, and `kb search` over it where it says what the stores would say.

`docs/contribute/decisions/0015-cache-of-the-index.md` has the reasons. Nothing here fails: without a usable cache there
is no answer from it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ..app import Knowledge, open_project, open_settings, registry_of
from ..config import Settings, StoreSettings, load
from ..errors import KnowledgeError, OutsideError
from ..index import MANIFEST, Builder, DamagedError, opened
from ..model import Finding
from ..search import NamedStore
from ..stores import FolderStore
from ..sync import Cache
from .key import key
from .listing import Listing
from .pack import BUILDER, STORES, Pack, write_pack
from .plain import findings_of, plain_findings, plain_store
from .remembered import Remembered
from .snapshot import Snapshot

T = TypeVar("T")
_UNUSABLE = (OSError, ValueError, KeyError, TypeError, KnowledgeError, DamagedError)
"""What reading a cache raises that is missing, damaged, or from another version."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Before:
    """How the local stores of a project lay before any of them was read."""

    settings: Settings
    listings: Mapping[str, Listing] | None
    """By the name of the store; None where a folder cannot be read."""
    clock: int

    @classmethod
    def of(cls, settings: Settings) -> Before:
        clock = time.time_ns()
        try:
            return cls(settings, {str(store.id): Listing.of(store.folder) for store in _local(settings)}, clock)
        except OSError:
            return cls(settings, None, clock)

    def index(self) -> tuple[Knowledge, dict[str, bytes], Builder]:
        """The project, the files of its index, and what built them.

        Where few entries were edited since the index in the cache was made, only those are read. Raises as
        `open_settings` does.
        """
        knowledge = open_settings(self.settings)
        return self._edited(knowledge) or (knowledge, knowledge.index_files(builder=(builder := Builder())), builder)

    def _edited(self, knowledge: Knowledge) -> tuple[Knowledge, dict[str, bytes], Builder] | None:
        try:
            with Pack(_file(Cache.of(self.settings.root), self.settings)) as pack:
                stores = self._remembered(knowledge, pack)
                if stores is None:
                    return None
                builder = Builder.loads(pack.read(BUILDER))
        except _UNUSABLE as error:
            _log.debug("no index in the cache: %s", error)
            return None
        as_it_is = replace(knowledge, stores=stores)
        files = as_it_is.index_files_after_edit(builder)
        return (as_it_is, files, builder) if files else None

    def _remembered(self, knowledge: Knowledge, pack: Pack) -> tuple[NamedStore, ...] | None:
        """The stores as the cache knows them, with what was edited since; None where other files are there now."""
        if self.listings is None or knowledge.sources.left_out or pack.header["key"] != key(self.settings):
            return None
        known = json.loads(pack.read(STORES))
        stores = []
        for named in knowledge.stores:
            name = str(named.id)
            edited: list[str] = []
            checksums: Mapping[str, str | None] = {}
            if isinstance(named.store, FolderStore):
                snapshot = Snapshot.loads(pack.header["stores"][name])
                now = self.listings[name].of_selected(snapshot.stamps)
                if not snapshot.has_same_names(now):
                    return None
                edited, checksums = list(snapshot.edited(named.store.folder, now)), snapshot.checksums
            store = Remembered.of(named.store, known[name], checksums, edited)
            if store is None:
                return None
            stores.append(NamedStore(named.id, store))
        return tuple(stores)

    def leave(self, knowledge: Knowledge, files: Mapping[str, bytes], builder: Builder | None = None) -> None:
        """Put the index `files` of `knowledge`, which was opened after `self` was made, into the cache.

        With their `builder`, the next index can be made from this one. Does nothing where they could not be told from
        later ones, or where the cache cannot be written.
        """
        if self.listings is None or knowledge.sources.left_out:
            return
        stores = {}
        for named in knowledge.stores:
            if (listing := self.listings.get(str(named.id))) is not None:
                made = _snapshot(named, listing, self.clock)
                if made is None:
                    return
                stores[str(named.id)] = made.plain()
        facts = {"key": key(self.settings), "stores": stores, "findings": plain_findings(knowledge.findings())}
        more = {}
        if builder:
            known = {str(named.id): plain_store(named.store) for named in knowledge.stores}
            more = {STORES: json.dumps(known).encode(), BUILDER: builder.dumps()}
        try:
            cache = Cache.of(self.settings.root)
            if cache.make() == cache:
                write_pack(_file(cache, self.settings), {**files, **more}, facts)
        except KnowledgeError as error:
            _log.debug("the index is not cached: %s", error)


def _snapshot(named: NamedStore, listing: Listing, clock: int) -> Snapshot | None:
    if isinstance(named.store, Remembered):
        return Snapshot.of(listing, named.store.checksums, clock)
    return Snapshot.of_store(named.store, listing, clock) if isinstance(named.store, FolderStore) else None


@dataclass(frozen=True)
class _Cached(Knowledge):
    """A project as it was found when its index was written, which is how it is."""

    found: tuple[Finding, ...] = ()

    def findings(self) -> tuple[Finding, ...]:
        return self.found


def ask(directory: Path, question: Callable[[Knowledge], T]) -> T:
    """What a question about a project answers: over the cached index where it is fresh, over its files where not."""
    settings = load(directory)
    try:
        with fresh(settings) as knowledge:
            if knowledge:
                return question(knowledge)
    except OutsideError as error:
        if error.code != "index_damaged":
            raise
        _log.debug("the cached index is not used: %s", error)
    return question(open_project(directory))


@contextlib.contextmanager
def fresh(settings: Settings) -> Iterator[Knowledge | None]:
    """The project over its cached index, if each answer is the one that its files would give."""
    with contextlib.ExitStack() as stack:
        try:
            pack = stack.enter_context(Pack(_file(Cache.of(settings.root), settings)))
            knowledge = _opened(pack, settings) if _is_as_it_was(pack.header, settings) else None
        except _UNUSABLE as error:
            _log.debug("no index in the cache: %s", error)
            knowledge = None
        yield knowledge


def _opened(pack: Pack, settings: Settings) -> Knowledge:
    index = opened(pack.file.parent, json.loads(pack.read(MANIFEST)), pack.read)
    stores = tuple(NamedStore(id_, store) for id_, store in index.stores)
    found = tuple(findings_of(pack.header["findings"]))
    return _Cached(stores, registry_of(settings), settings, survey=index, found=found)


def _is_as_it_was(header: Mapping[str, Any], settings: Settings) -> bool:
    return header["key"] == key(settings) and all(
        _is_as_known(store.folder, Snapshot.loads(header["stores"][str(store.id)])) for store in _local(settings)
    )


def _is_as_known(folder: Path, known: Snapshot) -> bool:
    now = Listing.of(folder, known.stamps)
    return known.has_same_names(now) and not any(known.edited(folder, now))


def _local(settings: Settings) -> list[StoreSettings]:
    return [store for store in settings.stores if store.source is None]


def _file(cache: Cache, settings: Settings) -> Path:
    return cache.index(settings.root.resolve())
