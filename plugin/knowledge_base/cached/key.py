"""All but the files of the local stores that decides what an index holds and how it is asked, as one digest."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from .. import __version__, excerpt, ranking
from ..config import Settings
from ..index import FORMAT
from ..sync.lock import lock_file, read_lock

_PARSERS = ("markdown_it", "yaml")
"""Packages that decide what title and tags an entry has; their `__init__.py` says which version they are."""


def key(settings: Settings) -> str:
    """The digest for a project with these settings and its lock."""
    pins = read_lock(lock_file(settings)) if settings.sources else {}
    parts = (
        __version__,
        FORMAT,
        [_init(package) for package in _PARSERS],
        ranking.CONSTANTS,
        excerpt.CONSTANTS,
        settings.categories,
        [(store.id, store.written, store.include, store.exclude, store.source) for store in settings.stores],
        [(source, pins.get(source.name)) for source in settings.sources],
        settings.pages,
    )
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _init(package: str) -> bytes:
    spec = find_spec(package)
    return Path(spec.origin).read_bytes() if spec and spec.origin else b""
