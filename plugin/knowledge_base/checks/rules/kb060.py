"""A link to an anchor that the page has not."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import nearest
from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document, link, target in project.anchored():
        anchors = project.anchors_of(target)
        if link.anchor not in anchors:
            facts = {"target": link.url, "anchor": link.anchor, "page": target.shown}
            if near := nearest(link.anchor, sorted(anchors)):
                facts["near"] = near
            yield Spot(document.place(link.start, link.end), facts)


RULE = CheckedRule(
    Rule.DEAD_ANCHOR,
    "dead-anchor",
    Severity.WARNING,
    ('the page of {page} has no anchor "{anchor}"', "the page has no such anchor"),
    ('did you mean "#{near}"?', "use the anchor of a heading that is there, or remove it from the link"),
    check,
)
