"""One source at its pin: from the cache, or from its server into the cache and then from there."""

from __future__ import annotations

import contextlib
import datetime
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..config import SourceSettings
from ..errors import OutsideError, RequestError
from ..git import GitError, MissingObjects, Repository, Tree, Watch
from .cache import Cache, remove
from .lock import Pin
from .resolve import resolve
from .wanted import Wanted


@dataclass(frozen=True)
class Source:
    """A source as the settings have it, where it is pinned, and its files."""

    settings: SourceSettings
    pin: Pin
    tree: Tree


@dataclass(frozen=True)
class Fetcher:
    """Brings one source here. `stop` calls the work off, from any thread."""

    source: SourceSettings
    wanted: Wanted
    cache: Cache
    dates: bool
    stop: threading.Event
    readable: Cache | None = None
    """A cache that can only be read; it is looked at first."""

    def from_cache(self, pin: Pin) -> Source:
        """The source without any network. Raises `MissingObjects` where the cache is not enough."""
        if not self.cache.is_ours or not self.cache.repository(self.source.url.text, self.dates).is_dir():
            raise MissingObjects
        with self._named(), self._opened() as (repository, _):
            return Source(self.source, pin, self._tree(repository, pin.commit, None))

    def fetched(self, pin: Pin) -> Source:
        """The source at its pin; what the cache lacks is fetched."""
        if self.readable is not None:
            with contextlib.suppress(MissingObjects):
                return replace(self, cache=self.readable, readable=None).from_cache(pin)
        with self._named(), self._opened() as (repository, watch):
            return Source(self.source, pin, self._mended(repository, pin.commit, watch))

    def resolved(self) -> Source:
        """The source at what its ref means now."""
        with self._named(), self._opened() as (repository, watch):
            repository.prepare()
            oid, branch = resolve(self.source, repository, watch)
            tree = self._mended(repository, oid, watch)
            try:
                seconds = repository.committed(oid)
            except MissingObjects:
                raise self._no_commit(watch.host, oid) from None
        date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return Source(self.source, Pin(self.source.url.text, self.source.ref, branch, tree.commit, date), tree)

    @contextlib.contextmanager
    def _opened(self) -> Iterator[tuple[Repository, Watch]]:
        seconds = float(self.source.limits.seconds)
        watch = Watch(self.source.url.host, time.monotonic() + seconds, seconds, self.stop)
        folder = self.cache.repository(self.source.url.text, self.dates)
        with self.cache.locked(folder, watch.deadline) as descriptor:
            keep_open = () if descriptor is None else (descriptor,)
            yield Repository(folder, self.source.url.text, self.source.url.scheme, self.dates, keep_open), watch

    def _mended(self, repository: Repository, commit: str, watch: Watch) -> Tree:
        """The tree, from the cache if it is there; a cache that stays damaged is made anew, once."""
        try:
            return self._tree(repository, commit, None)
        except MissingObjects:
            repository.prepare()
        try:
            repository.fetch_commit(commit, watch, self.source.limits.bytes)
            return self._tree(repository, commit, watch)
        except MissingObjects:
            remove(repository.folder)
            repository.prepare()
        try:
            repository.fetch_commit(commit, watch, self.source.limits.bytes)
            return self._tree(repository, commit, watch)
        except MissingObjects:
            raise self._no_commit(watch.host, commit) from None

    def _tree(self, repository: Repository, commit: str, watch: Watch | None) -> Tree:
        """The files that are wanted. With `watch`, blobs that are not here are fetched."""
        limits = self.source.limits
        files, unreadable = repository.tree(commit)
        tree = Tree(commit, files, unreadable)
        contents: dict[str, bytes] = {}
        while True:
            paths = self.wanted.paths(tree)
            count = sum(files[path].kind == "file" for path in paths)
            if count > limits.files:
                raise self._too_much("files", f"{count:,} files", f"{limits.files:,}")
            needed = {files[path].oid for path in paths} - contents.keys()
            if not needed:
                break
            left = limits.bytes - sum(map(len, contents.values()))
            found, missing = repository.contents(needed, left)
            if missing:
                if watch is None:
                    raise MissingObjects
                repository.fetch_blobs(missing, watch, limits.bytes)
                found, missing = repository.contents(needed, left)
                if missing:
                    raise MissingObjects
            contents.update(found)
            tree = replace(tree, contents=contents)
        return replace(tree, dates=repository.dates(commit)) if self.dates else tree

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Says in every failure which source it is about."""
        try:
            yield
        except GitError as error:
            if error.limit:
                raise self._too_much("bytes", "more bytes", f"{self.source.limits.bytes:,}") from None
            named = OutsideError(error.code, f'source "{self.source.name}": {error.message}', error.next_action)
            named.resource = self.source.name
            raise named from None
        except OSError as error:
            raise OutsideError(
                "cache_failed",
                f'source "{self.source.name}": cannot write to the cache: {error.strerror}',
                "check the disk, or name another folder with KB_CACHE_DIR",
                self.source.name,
            ) from None

    def _too_much(self, limit: str, found: str, allowed: str) -> RequestError:
        return RequestError(
            f"source_{limit}",
            f'source "{self.source.name}" has {found} than its limit of {allowed} allows'
            if limit == "bytes"
            else f'source "{self.source.name}" has {found}, more than its limit of {allowed}',
            f"take less with `include` and `from`, or raise `limits: {{{limit}: …}}` of the source",
            self.source.name,
        )

    def _no_commit(self, host: str, oid: str) -> OutsideError:
        return OutsideError(
            "commit_missing",
            f'source "{self.source.name}": {host} does not give a whole commit {oid}',
            "check the ref: it must lead to a commit whose files are there",
            self.source.name,
        )
