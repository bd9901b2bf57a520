"""`kb stores`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .command import Answer, command, opened
from .schemas import STORES
from .screen import Screen, pad, widest


@command("stores", STORES)
def stores(project: Path) -> Answer:
    """List the stores in their order, with where they are."""
    settings = opened(project).settings
    rows = [
        {"tier": store.id.tier, "name": store.id.name, "location": store.folder.resolve().as_posix()}
        for store in (settings.stores if settings else ())
    ]
    return Answer({"stores": rows}, _text)


def _text(value: Any, screen: Screen) -> Iterator[str]:
    ids = [f"{row['tier']}/{row['name']}" for row in value["stores"]]
    for id_, row in zip(ids, value["stores"], strict=True):
        yield f"{pad(id_, widest(ids))}  {screen.style(row['location'], dim=True)}"
