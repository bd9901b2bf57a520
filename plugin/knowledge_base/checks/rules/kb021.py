"""A marker of a generated block that makes no sense."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import nearest
from ...model import Rule, Severity
from ..blocks import markers, pair
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        blocks, single = pair(list(markers(document.text)))
        for marker in single:
            end = "" if marker.is_end else "/"
            yield Spot(document.place(marker.start, marker.end), {"partner": f"<!-- {end}kb:{marker.name} -->"})
        for block in blocks:
            if block.name not in project.blocks:
                facts = {"block": block.name, "known": ", ".join(project.blocks)}
                if near := nearest(block.name, project.blocks):
                    facts["near"] = near
                yield Spot(document.place(block.opener.start, block.opener.end), facts)


RULE = CheckedRule(
    Rule.BLOCK_BROKEN,
    "block-broken",
    Severity.ERROR,
    (
        'there is no block "{block}"',
        "this marker has no partner: {partner} is missing",
        "a marker makes no sense",
    ),
    (
        'did you mean "{near}"? blocks: {known}',
        "blocks: {known}",
        "write both markers, each alone on its line, or remove this one",
    ),
    check,
)
