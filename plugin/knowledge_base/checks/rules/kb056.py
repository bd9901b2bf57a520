"""More always-applied text than was planned."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    limit = project.limits.always_applied_max_bytes
    if limit is None:
        return
    sizes = [
        (len(document.entry.body.encode()), document)
        for document in project.entries
        if document.entry.category in project.registry.always_applied
    ]
    total = sum(size for size, _ in sizes)
    if total > limit:
        size, largest = max(sizes, key=lambda pair: pair[0])
        yield Spot(largest.top, {"total": str(total), "limit": str(limit), "size": str(size)})


RULE = CheckedRule(
    Rule.ALWAYS_APPLIED_TOO_LARGE,
    "always-applied-too-large",
    Severity.WARNING,
    (
        "the always-applied entries have {total} bytes, where {limit} are planned; this is the largest, with {size}",
        "the always-applied entries have more bytes than planned; this is the largest",
    ),
    ("shorten entries, move some to a category that is looked up, or raise `always_applied: max_bytes:`",),
    check,
)
