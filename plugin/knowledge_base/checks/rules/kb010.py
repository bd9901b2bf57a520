"""Two pages at one address."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Document, Project
from ..rule import CheckedRule, Spot, reported


def check(project: Project) -> Iterator[Spot]:
    yield from reported(Rule.ADDRESS_COLLISION)(project)
    seen: dict[str, Document] = {}
    for page in project.pages:
        address = _address(page.entry.path)
        if address in seen:
            yield Spot(
                page.top, {"other": seen[address].shown, "address": f"{address}/" if address else "the home page"}
            )
        else:
            seen[address] = page


def _address(path: str) -> str:
    """Where MkDocs publishes a page; of two pages with one address only one is."""
    folder, _, name = path.removesuffix(".md").rpartition("/")
    return folder if name in ("index", "README") else f"{folder}/{name}".lstrip("/")


RULE = CheckedRule(
    Rule.ADDRESS_COLLISION,
    "address-collision",
    Severity.WARNING,
    (
        '"{name}" would share the page address of another one, so its page is {address}',
        "would be published at {address}, where {other} is",
        "would get the page address of another page",
    ),
    ("rename one of the two",),
    check,
)
