"""A tag where no search looks."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.entries:
        items = document.entry.frontmatter.items
        if items and not project.registry.is_searched(document.entry.path):
            yield Spot(document.place(items[0].start, items[-1].end), {"category": document.entry.category})


RULE = CheckedRule(
    Rule.TAG_UNSEARCHED,
    "tag-unsearched",
    Severity.INFO,
    (
        'no search uses these tags: entries of "{category}" are always applied, never hits',
        "no search uses these tags: the entry is always applied, never a hit",
    ),
    ("remove the tags",),
    check,
)
