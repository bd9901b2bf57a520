"""`kb list`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import as_json
from .command import Answer, command, opened
from .parameters import fan_out
from .schemas import LIST
from .screen import Screen


@command("list", LIST)
@fan_out
def list_(project: Path, tier: str, filter: tuple[str, ...]) -> Answer:
    """List the addresses of all entries, store by store."""
    knowledge = opened(project)
    entries = [as_json.address(store, info.path) for store, info in knowledge.entries(tier, filter)]
    return Answer({"entries": entries}, _text, knowledge.findings())


def _text(value: Any, screen: Screen) -> Iterator[str]:
    for entry in value["entries"]:
        yield screen.style(f"{entry['tier']}/{entry['name']}:", dim=True) + entry["path"]
