"""The index that a build leaves in the cache, and `kb search` over it where it says what the stores would say.

`docs/contribute/decisions/0015-cache-of-the-index.md` has the reasons. Nothing here fails: without a usable cache there
is no answer from it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from .. import __version__, excerpt, ranking
from ..app import Knowledge, open_project, registry_of
from ..config import Settings, StoreSettings, load
from ..errors import KnowledgeError, OutsideError
from ..index import FORMAT, MANIFEST, opened
from ..model import Finding, Place, Rule, Severity
from ..search import NamedStore
from ..stores import FolderStore
from ..sync import Cache
from ..sync.lock import lock_file, read_lock
from .listing import Listing
from .pack import Pack, write_pack

T = TypeVar("T")
_RACY_NS = 2_000_000_000
"""Two changes of a file this close to each other may leave the same time."""
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

    def leave(self, knowledge: Knowledge, files: Mapping[str, bytes]) -> None:
        """Put the index `files` of `knowledge` into the cache. `knowledge` was opened after `self` was made.

        Does nothing where they could not be told from later ones, or where the cache cannot be written.
        """
        if self.listings is None or knowledge.sources.left_out:
            return
        stores = {}
        for named in knowledge.stores:
            if isinstance(named.store, FolderStore):
                checksums: dict[str, str | None] = {info.path: info.checksum for info in named.store.entries()}
                bad = set(named.store.selected) - checksums.keys()
                checksums |= {path: _checksum(named.store.folder / path) for path in bad}
                listing = self.listings[str(named.id)].of_selected(checksums.keys())
                if listing.links or listing.stamps.keys() != checksums.keys():
                    return
                # What was read of these is not known any more, so they must lie as they lay.
                if bad and Listing.of(named.store.folder, bad).stamps != {path: listing.stamps[path] for path in bad}:
                    return
                doubt = [path for path, (_, *times) in listing.stamps.items() if max(times) >= self.clock - _RACY_NS]
                stores[str(named.id)] = {**asdict(listing), "checksums": checksums, "doubt": doubt}
        findings = [_plain(finding) for finding in knowledge.findings()]
        facts = {"key": _key(self.settings), "stores": stores, "findings": findings}
        try:
            cache = Cache.of(self.settings.root)
            if cache.make() == cache:
                write_pack(_file(cache, self.settings), files, facts)
        except KnowledgeError as error:
            _log.debug("the index is not cached: %s", error)


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
        except (OSError, ValueError, KeyError, TypeError, KnowledgeError) as error:
            _log.debug("no index in the cache: %s", error)
            knowledge = None
        yield knowledge


def _opened(pack: Pack, settings: Settings) -> Knowledge:
    found = tuple(_finding(value) for value in pack.header["findings"])
    index = opened(pack.file.parent, json.loads(pack.read(MANIFEST)), pack.read)
    stores = tuple(NamedStore(id_, store) for id_, store in index.stores)
    return _Cached(stores, registry_of(settings), settings, survey=index, found=found)


def _is_as_it_was(header: Mapping[str, Any], settings: Settings) -> bool:
    return header["key"] == _key(settings) and all(
        _is_as_known(store.folder, header["stores"][str(store.id)]) for store in _local(settings)
    )


def _is_as_known(folder: Path, known: Mapping[str, Any]) -> bool:
    stamps, checksums = known["stamps"], known["checksums"]
    now = Listing.of(folder, stamps)
    if (now.others, now.links, now.ignored) != (known["others"], known["links"], known["ignored"]):
        return False
    if now.stamps.keys() != stamps.keys():
        return False
    doubt = {*known["doubt"], *(path for path, stamp in now.stamps.items() if stamp != stamps[path])}
    return all(
        now.stamps[path][0] == stamps[path][0] and _checksum(folder / path) == (checksums[path] or "unreadable")
        for path in doubt
    )


def _checksum(file: Path) -> str | None:
    """None for a file that cannot be read, which is never like any other."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None


def _local(settings: Settings) -> list[StoreSettings]:
    return [store for store in settings.stores if store.source is None]


def _file(cache: Cache, settings: Settings) -> Path:
    return cache.index(settings.root.resolve())


def _key(settings: Settings) -> str:
    """All that decides what an index of the same files holds and how it is asked."""
    pins = read_lock(lock_file(settings)) if settings.sources else {}
    parts = (
        __version__,
        FORMAT,
        ranking.CONSTANTS,
        excerpt.CONSTANTS,
        settings.categories,
        [(store.id, store.written, store.include, store.exclude, store.source) for store in settings.stores],
        [(source, pins.get(source.name)) for source in settings.sources],
        settings.pages,
    )
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _plain(finding: Finding) -> list[Any]:
    place = finding.place
    spot = [place.path, place.line, place.column, place.end_column]
    return [finding.rule.value, finding.severity.value, spot, dict(finding.facts)]


def _finding(value: list[Any]) -> Finding:
    rule, severity, place, facts = value
    return Finding(Rule(rule), Severity(severity), Place(*place), facts)
