"""A file over the limit."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    limit = project.limits.max_bytes
    for document in project.entries:
        if len(document.text) * 4 > limit and (size := len(document.text.encode())) > limit:
            yield Spot(document.top, {"size": str(size), "limit": str(limit)})


RULE = CheckedRule(
    Rule.FILE_TOO_LARGE,
    "file-too-large",
    Severity.WARNING,
    ("{size} bytes, where a file has at most {limit}", "larger than a file may be"),
    ("split it, exclude it, or raise `entries: max_bytes:` in the settings",),
    check,
)
