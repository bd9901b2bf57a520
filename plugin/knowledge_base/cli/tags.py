"""`kb tags`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .command import Answer, command, opened
from .parameters import fan_out
from .schemas import TAGS
from .screen import Screen


@command("tags", TAGS)
@fan_out
def tags(project: Path, tier: str, filter: tuple[str, ...]) -> Answer:
    """List the tags in use, the most used first."""
    knowledge = opened(project)
    used = [{"tag": tag, "count": count} for tag, count in knowledge.tags(tier, filter)]
    return Answer({"tags": used}, _text, knowledge.findings())


def _text(value: Any, screen: Screen) -> Iterator[str]:
    width = max((len(str(row["count"])) for row in value["tags"]), default=0)
    for row in value["tags"]:
        yield f"{screen.style(format(row['count'], str(width)), dim=True)}  {row['tag']}"
