"""A tag that one entry has."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import lower, strip
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    places: dict[str, list[Spot]] = {}
    for document, tag, start, end in project.tagged():
        if project.registry.is_searched(document.entry.path):
            folded = lower(strip(tag))
            places.setdefault(folded, []).append(Spot(document.place(start, end), {"tag": folded}))
    for spots in places.values():
        if len({spot.place.path for spot in spots}) == 1:
            yield spots[0]


RULE = CheckedRule(
    Rule.TAG_ONCE,
    "tag-once",
    Severity.INFO,
    ('only this entry has the tag "{tag}"', "only this entry has a tag"),
    ("see with `kb tags` whether a tag in use says the same",),
    check,
)
