"""An entry that is longer than its category allows."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import strip
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    most = {category.name: category.max_characters for category in project.registry if category.max_characters}
    for document in project.entries:
        limit = most.get(document.entry.category)
        length = len(strip(document.entry.body))
        if limit is not None and length > limit:
            facts = {"category": document.entry.category, "length": str(length), "limit": str(limit)}
            yield Spot(document.place(document.entry.body_start), facts)


RULE = CheckedRule(
    Rule.ENTRY_TOO_LONG,
    "entry-too-long",
    Severity.WARNING,
    ('{length} characters, where an entry of "{category}" has at most {limit}', "longer than its category allows"),
    ("shorten it, or move the details to a category that is looked up and link to them",),
    check,
)
