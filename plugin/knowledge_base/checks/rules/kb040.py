"""A tag that is not in the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import nearest
from ...model import Rule, Severity
from ...text import normalise_tags
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    if project.limits.tags is None:
        return
    allowed = normalise_tags(project.limits.tags)
    for document, tag, start, end in project.tagged():
        for folded in normalise_tags([tag]):
            if folded not in allowed:
                facts = {"tag": folded}
                if near := nearest(folded, allowed):
                    facts["near"] = near
                yield Spot(document.place(start, end), facts)


RULE = CheckedRule(
    Rule.TAG_UNKNOWN,
    "tag-unknown",
    Severity.ERROR,
    ('the tag "{tag}" is not in the vocabulary', "a tag is not in the vocabulary"),
    (
        'did you mean "{near}"? else add it to `tags: allowed:` in the settings',
        "use a tag of `tags: allowed:` in the settings, or add it there",
    ),
    check,
)
