"""`kb read`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from . import as_json
from .command import Answer, command, opened
from .parameters import Text
from .schemas import READ
from .screen import Screen


@command("read", READ)
@click.argument("address", type=Text())
def read(project: Path, address: str) -> Answer:
    """Print the entry at ADDRESS as it is stored.

    An address is TIER/NAME:PATH, as `kb list` and `kb search` print it: repo/api:gotchas/timeouts.md.
    """
    knowledge = opened(project)
    entry = knowledge.read(address)
    return Answer(as_json.entry_text(entry), _text, knowledge.findings(), raw=entry.content)


def _text(value: Any, screen: Screen) -> Iterator[str]:
    yield value["content"].removesuffix("\n")
