"""`kb categories`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..categories import Registry
from ..config import Settings, load
from . import as_json
from .command import Answer, command, require_folder
from .schemas import CATEGORIES
from .screen import Screen, pad, widest


@command("categories", CATEGORIES)
def categories(project: Path) -> Answer:
    """Say what each category is for, and what belongs elsewhere."""
    require_folder(project)
    declared = registry_of(load(project))
    return Answer({"categories": [as_json.category(category) for category in declared]}, _text)


def registry_of(settings: Settings) -> Registry:
    return Registry(settings.categories) if settings.categories else Registry()


def _text(value: Any, screen: Screen) -> Iterator[str]:
    width = widest([row["name"] for row in value["categories"]])
    for number, row in enumerate(value["categories"]):
        if number:
            yield ""
        yield f"{screen.style(pad(row['name'], width), bold=True)}  {screen.style(row['tier'], dim=True)}"
        for label, key in (("purpose", "purpose"), ("elsewhere", "boundary"), ("shape", "entryShape")):
            first, *rest = screen.wrap(row[key], 15)
            if first:
                yield f"    {label:<9}  {first}"
                yield from (" " * 15 + line for line in rest)
