"""An entry outside every category."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for entry in project.entries:
        if project.registry.categories and "/" not in entry.entry.path:
            yield Spot(entry.top)


RULE = CheckedRule(
    Rule.OUTSIDE_CATEGORIES,
    "outside-categories",
    Severity.WARNING,
    ("this entry is in no category",),
    ("move it to the folder of a category, or exclude it in the settings",),
    check,
)
