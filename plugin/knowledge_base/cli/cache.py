"""`kb cache clear`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from ..config import load
from ..sync import Cache
from .command import Answer, command, require_folder
from .schemas import CACHE

_PATIENCE_SECONDS = 60


@command("cache", CACHE)
@click.argument("action", type=click.Choice(["clear"]))
def cache(project: Path, action: str) -> Answer:
    """Empty the cache of sources and indexes: `kb cache clear`.

    Only what we made in a folder that we marked is deleted. The next `kb sync` or build fetches it again.
    """
    require_folder(project)
    found = Cache.of(load(project).root)
    removed = found.clear(time.monotonic() + _PATIENCE_SECONDS)
    value = {"cleared": found.folder.as_posix(), "repositories": removed}
    return Answer(value, lambda shown, screen: [f"removed {shown['repositories']} from {shown['cleared']}"])
