"""`kb always-applied` and `kb conventions`: entries that everyone needs to know, in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ..app import Knowledge
from ..errors import RequestError
from . import as_json
from .command import Answer, command, opened
from .parameters import fan_out
from .schemas import ALWAYS_APPLIED, CONVENTIONS
from .screen import Screen

_CONVENTIONS = "conventions"


@command("always-applied", ALWAYS_APPLIED)
@fan_out
def always_applied(project: Path, tier: str, filter: tuple[str, ...]) -> Answer:
    """Print in full what holds for every work."""
    knowledge = opened(project)
    entries = [
        {**as_json.entry_text(entry), "category": entry.category} for entry in knowledge.always_applied(tier, filter)
    ]
    withheld = as_json.withheld(knowledge.withheld(tier, filter))
    return Answer({"entries": entries, "withheld": withheld}, _texts_under("entries"), knowledge.findings())


@command("conventions", CONVENTIONS)
@fan_out
def conventions(project: Path, tier: str, filter: tuple[str, ...]) -> Answer:
    """Print the conventions, in full."""
    knowledge = opened(project)
    _require_conventions(knowledge)
    entries = [
        as_json.entry_text(entry) for entry in knowledge.always_applied(tier, filter) if entry.category == _CONVENTIONS
    ]
    withheld = as_json.withheld(knowledge.withheld(tier, filter, [_CONVENTIONS]))
    return Answer({"conventions": entries, "withheld": withheld}, _texts_under("conventions"), knowledge.findings())


def _require_conventions(knowledge: Knowledge) -> None:
    declared = knowledge.registry.always_applied
    if _CONVENTIONS not in declared:
        raise RequestError(
            "knowledge_category_unknown",
            f'this project has no always-applied category "{_CONVENTIONS}"',
            f"always-applied categories: {', '.join(declared)}; `kb always-applied` prints them"
            if declared
            else "`kb categories` lists its categories",
            _CONVENTIONS,
        )


def _texts_under(key: str) -> Callable[[Any, Screen], Iterable[str]]:
    def text(value: Any, screen: Screen) -> Iterator[str]:
        for number, entry in enumerate(value[key]):
            if number:
                yield ""
            address = f"{entry['tier']}/{entry['name']}:{entry['path']}"
            yield screen.style(f"── {address} ──", fg="cyan")
            yield entry["content"].strip("\n")
        for number, left in enumerate(value["withheld"]):
            if number or value[key]:
                yield ""
            entries = "1 entry" if left["count"] == 1 else f"{left['count']} entries"
            yield screen.style(f"── withheld: {entries} of {left['tier']}/{left['name']} ──", fg="yellow")
            yield f"{left['reason']}; {left['next_action']}"

    return text
