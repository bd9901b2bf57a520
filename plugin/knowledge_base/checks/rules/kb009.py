"""A link or image that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        for link in document.links:
            if link.path and not project.resolve(document, link.url):
                yield Spot(document.place(link.start, link.end), {"target": link.url})


RULE = CheckedRule(
    Rule.DEAD_LINK,
    "dead-link",
    Severity.WARNING,
    ('"{target}" leads to nothing that is published', "a link leads to nothing that is published"),
    ("correct the path, which starts from the folder of this file, or remove the link",),
    check,
)
