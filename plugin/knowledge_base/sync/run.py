"""All sources of a project side by side, each at the commit that the lock names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Protocol

from ..config import Settings, SourceSettings
from ..errors import KnowledgeError, OutsideError, RequestError, together
from ..git import MissingObjects
from ..git.failure import Stopped
from .cache import VARIABLE, Cache
from .lock import FILE_NAME, Pin, lock_file, read_lock
from .source import Fetcher, Source
from .wanted import Wanted

AT_ONCE = 8


class Progress(Protocol):
    """Hears how far the work is."""

    def step(self, done: int, total: int, source: str) -> None: ...

    def note(self, text: str) -> None:
        """Something to be said once."""


class Silence:
    """Progress that nobody looks at."""

    def step(self, done: int, total: int, source: str) -> None:
        pass

    def note(self, text: str) -> None:
        pass


@dataclass(frozen=True)
class Sources:
    """Sources by name, and why the optional ones that are missing were left out."""

    here: Mapping[str, Source] = field(default_factory=dict)
    left_out: Mapping[str, KnowledgeError] = field(default_factory=dict)


def fetch_pinned(
    settings: Settings, *, online: bool, progress: Progress | None = None, tolerant: bool = False
) -> Sources:
    """Every source at its pin: from the cache, and where `online`, from its server what the cache lacks.

    The lock is only read. Raises with all that is wrong; an optional source is left out instead, and where `tolerant`
    each one that lock or settings are the reason for.
    """
    pins = read_lock(lock_file(settings)) if settings.sources else {}
    return gather(
        settings, settings.sources, lambda work: _pinned(work, pins, online), online, progress or Silence(), tolerant
    )


def gather(
    settings: Settings,
    sources: Iterable[SourceSettings],
    bring: Callable[[Fetcher], Source],
    online: bool,
    progress: Progress,
    tolerant: bool = False,
) -> Sources:
    """`bring` for each source, side by side; failures of all of them at once."""
    sources = list(sources)
    here: dict[str, Source] = {}
    failed: dict[str, KnowledgeError] = {}
    for source, result in _side_by_side(settings, sources, bring, online, progress).items():
        if isinstance(result, Source):
            here[source] = result
        else:
            failed[source] = result
    optional = {source.name for source in sources if source.optional}
    fatal = [
        failed[source.name]
        for source in sources
        if source.name in failed
        and source.name not in optional
        and not (tolerant and isinstance(failed[source.name], RequestError))
    ]
    if fatal:
        raise together(fatal)
    order = [source.name for source in sources]
    return Sources(
        {name: here[name] for name in order if name in here}, {name: failed[name] for name in order if name in failed}
    )


def _side_by_side(
    settings: Settings,
    sources: list[SourceSettings],
    bring: Callable[[Fetcher], Source],
    online: bool,
    progress: Progress,
) -> dict[str, Source | KnowledgeError]:
    if not sources:
        return {}
    cache = Cache.of(settings.root)
    usable = cache.make() if online else cache
    readable = cache if usable != cache else None
    if readable:
        progress.note(f"{cache.folder.as_posix()} cannot be written, so nothing is cached; {VARIABLE} can name a place")
    stop = threading.Event()
    results: dict[str, Source | KnowledgeError] = {}
    with ThreadPoolExecutor(min(AT_ONCE, len(sources))) as pool:
        fetchers = [
            Fetcher(source, Wanted.of(source.name, settings), usable, settings.dates, stop, readable)
            for source in sources
        ]
        running: dict[Future[Source | KnowledgeError], str] = {
            pool.submit(_caught, bring, fetcher): fetcher.source.name for fetcher in fetchers
        }
        try:
            waiting = set(running)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    results[running[future]] = future.result()
                    progress.step(len(results), len(sources), running[future])
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return results


def _caught(bring: Callable[[Fetcher], Source], fetcher: Fetcher) -> Source | KnowledgeError:
    try:
        return bring(fetcher)
    except KnowledgeError as error:
        return error
    except Stopped:
        return OutsideError("stopped", f'source "{fetcher.source.name}": called off')


def _pinned(fetcher: Fetcher, pins: Mapping[str, Pin], online: bool) -> Source:
    source = fetcher.source
    pin = pins.get(source.name)
    if pin is None or not pin.fits(source):
        why = "has no pin" if pin is None else "was pinned for another URL or ref"
        raise RequestError(
            "source_not_pinned", f'source "{source.name}" {why} in {FILE_NAME}', "run `kb sync`", source.name
        )
    return at_pin(fetcher, pin, online)


def at_pin(fetcher: Fetcher, pin: Pin, online: bool) -> Source:
    """A source at a pin; offline, what the cache lacks is named."""
    try:
        return fetcher.fetched(pin) if online else fetcher.from_cache(pin)
    except MissingObjects:
        raise OutsideError(
            "source_not_cached",
            f'source "{fetcher.source.name}": the cache lacks commit {pin.commit}, or files of it',
            "run `kb sync` where the network is",
            fetcher.source.name,
        ) from None
