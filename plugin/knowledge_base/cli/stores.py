"""`kb stores`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..config import StoreSettings
from .command import Answer, command, opened
from .schemas import STORES
from .screen import Screen, pad, widest


@command("stores", STORES)
def stores(project: Path) -> Answer:
    """List the stores in their order, with where they are."""
    settings = opened(project).settings
    rows = [
        {"tier": store.id.tier, "name": store.id.name, "location": _location(store)}
        for store in (settings.stores if settings else ())
    ]
    return Answer({"stores": rows}, _text)


def _location(store: StoreSettings) -> str:
    return f"{store.source}:{store.written}" if store.source else store.folder.resolve().as_posix()


def _text(value: Any, screen: Screen) -> Iterator[str]:
    ids = [f"{row['tier']}/{row['name']}" for row in value["stores"]]
    for id_, row in zip(ids, value["stores"], strict=True):
        yield f"{pad(id_, widest(ids))}  {screen.style(row['location'], dim=True)}"
