"""Too many tags on one entry."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    most = project.limits.max_tags
    for document in project.entries:
        items = document.entry.frontmatter.items
        if len(document.entry.tags) > most:
            facts = {"count": str(len(document.entry.tags)), "most": str(most)}
            yield Spot(document.place(items[most].start, items[most].end), facts)


RULE = CheckedRule(
    Rule.TAGS_TOO_MANY,
    "tags-too-many",
    Severity.WARNING,
    ("{count} tags, where {most} are the most", "more tags than are allowed"),
    ("keep the words that people will look for, or raise `tags: max:` in the settings",),
    check,
)
