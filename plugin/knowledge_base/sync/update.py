"""`kb sync`: fetch what the lock names, add what it lacks, move pins on demand, and say what changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..config import Settings, SourceSettings
from ..errors import OutsideError, RequestError, did_you_mean
from ..git import MissingObjects, Repository, Tree
from ..model import Address
from ..stores.git import selected
from .cache import Cache
from .lock import Pin, lock_file, read_lock, write_lock
from .run import Progress, Silence, Sources, at_pin, gather
from .source import Fetcher, Source


@dataclass(frozen=True, slots=True)
class Change:
    """A pin that was added, moved or removed; the entries that came with it.

    `before` and `after` are commits. `entries` says what became of each address: `added`, `changed` or `removed`; it is
    None where the old commit is not in the cache to compare with.
    """

    source: str
    before: str | None
    after: str | None
    entries: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Synchronised:
    """What a run has done. `unchanged` counts sources that stayed where they were."""

    changes: tuple[Change, ...]
    unchanged: int
    sources: Sources
    lock: Path
    written: bool


def synchronise(
    settings: Settings,
    update: Collection[str] | None = None,
    *,
    offline: bool = False,
    progress: Progress | None = None,
    accept: Callable[[Sources], object] = lambda sources: None,
) -> Synchronised:
    """Bring every source into the cache, then write the lock. `accept` may raise to refuse what has come.

    `update` names the sources whose pins move to what their ref means now; empty means all, None means none. The lock
    is written at the end, at once; a failure leaves it as it was.
    """
    file = lock_file(settings)
    pins = read_lock(file)
    moving = _moving(settings, update)

    def bring(fetcher: Fetcher) -> Source:
        source = fetcher.source
        pin = pins.get(source.name)
        if pin is not None and pin.fits(source) and source.name not in moving:
            return at_pin(fetcher, pin, online=not offline)
        if offline:
            raise OutsideError(
                "source_not_cached",
                f'source "{source.name}" must be asked which commit it is at',
                "run it without --offline",
                source.name,
            )
        return fetcher.resolved()

    sources = gather(settings, settings.sources, bring, not offline, progress or Silence())
    accept(sources)
    new = {name: source.pin for name, source in sources.here.items()}
    # An optional source that cannot be reached keeps the pin it had.
    new |= {name: pins[name] for name in sources.left_out if name in pins}
    changes = tuple(_changes(settings, pins, new, sources))
    return Synchronised(
        changes, len(new) - sum(c.after is not None for c in changes), sources, file, write_lock(file, new)
    )


def check(settings: Settings) -> list[str]:
    """Where the lock and the settings disagree, as sentences; nothing is fetched."""
    pins = read_lock(lock_file(settings))
    found = []
    for source in settings.sources:
        pin = pins.get(source.name)
        if pin is None:
            found.append(f'source "{source.name}" has no pin')
        elif pin.git != source.url.text:
            found.append(f'source "{source.name}" was pinned for another URL')
        elif pin.ref != source.ref:
            found.append(
                f'source "{source.name}" was pinned for ref {pin.ref or "(default)"}, not {source.ref or "(default)"}'
            )
    declared = {source.name for source in settings.sources}
    return found + [f'"{name}" is pinned and is no source' for name in sorted(pins.keys() - declared)]


def _moving(settings: Settings, update: Collection[str] | None) -> set[str]:
    known = [source.name for source in settings.sources]
    for name in update or ():
        if name not in known:
            raise RequestError(
                "source_unknown",
                f'there is no source "{name}"',
                did_you_mean(name, known) + (f"sources: {', '.join(known)}" if known else "the settings declare none"),
                name,
            )
    return set() if update is None else set(update or known)


def _changes(settings: Settings, old: Mapping[str, Pin], new: Mapping[str, Pin], sources: Sources) -> list[Change]:
    found = []
    for source in settings.sources:
        before, after = old.get(source.name), new.get(source.name)
        if after is None or (before is not None and before.commit == after.commit):
            continue
        now = _entries(settings, source.name, sources.here[source.name].tree)
        earlier = {} if before is None else _earlier(settings, source, before)
        entries = None if earlier is None else _difference(earlier, now)
        found.append(Change(source.name, before.commit if before else None, after.commit, entries))
    gone = sorted(old.keys() - {source.name for source in settings.sources})
    return found + [Change(name, old[name].commit, None, None) for name in gone]


def _earlier(settings: Settings, source: SourceSettings, pin: Pin) -> dict[str, str] | None:
    """The entries of a source at a former pin, if that is still in the cache."""
    folder = Cache.of(settings.root).repository(source.url.text, settings.dates)
    repository = Repository(folder, source.url.text, source.url.scheme, settings.dates)
    try:
        files, unreadable = repository.tree(pin.commit)
    except MissingObjects:
        return None
    return _entries(settings, source.name, Tree(pin.commit, files, unreadable))


def _entries(settings: Settings, source: str, tree: Tree) -> dict[str, str]:
    """The content of each entry, by its address."""
    return {
        str(Address(store.id, inside)): tree.files[path].oid
        for store in settings.stores
        if store.source == source
        for path, inside in selected(tree, store.written, store.include, store.exclude)
    }


def _difference(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    words = dict.fromkeys(after.keys() - before.keys(), "added")
    words |= dict.fromkeys(before.keys() - after.keys(), "removed")
    words |= {address: "changed" for address in before.keys() & after.keys() if before[address] != after[address]}
    return {address: words[address] for address in sorted(words)}
