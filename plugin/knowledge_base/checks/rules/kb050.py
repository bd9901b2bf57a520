"""An entry without text."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import strip
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.entries:
        if not strip(document.entry.body):
            yield Spot(document.top)


RULE = CheckedRule(
    Rule.EMPTY_ENTRY,
    "empty-entry",
    Severity.WARNING,
    ("this entry says nothing",),
    ("write it, or remove the file",),
    check,
)
