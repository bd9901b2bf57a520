"""An entry without tags."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    if not project.limits.tags_required:
        return
    for document in project.entries:
        if not document.entry.tags and project.registry.is_searched(document.entry.path):
            yield Spot(document.top)


RULE = CheckedRule(
    Rule.TAGS_MISSING,
    "tags-missing",
    Severity.WARNING,
    ("this entry has no tags",),
    ("give it `tags: [...]` in the frontmatter",),
    check,
)
