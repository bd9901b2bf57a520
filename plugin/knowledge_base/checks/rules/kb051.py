"""An entry without a title."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import strip
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.entries:
        entry = document.entry
        if entry.title == entry.path and strip(entry.body):
            yield Spot(document.place(entry.body_start))


RULE = CheckedRule(
    Rule.NO_TITLE,
    "no-title",
    Severity.WARNING,
    ("this entry has no heading, so its path is its title",),
    ("start it with a heading: # What it is about",),
    check,
)
