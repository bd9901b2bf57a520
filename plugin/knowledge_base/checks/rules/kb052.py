"""Two entries with one title."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Document, Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    first: dict[tuple[str, str], Document] = {}
    for document in project.entries:
        entry = document.entry
        if entry.title == entry.path:
            continue
        other = first.setdefault((entry.category, entry.title), document)
        if other is not document and other.entry.checksum != entry.checksum:
            at = max(entry.text.find(entry.title, entry.body_start), entry.body_start)
            end = at + len(entry.title) if entry.text.startswith(entry.title, at) else at
            yield Spot(document.place(at, end), {"title": entry.title, "other": other.shown})


RULE = CheckedRule(
    Rule.TITLE_TWICE,
    "title-twice",
    Severity.WARNING,
    ('{other} has the title "{title}" too', "another entry of the category has this title too"),
    ("say in the title what tells the two apart, or join them",),
    check,
)
