"""Entries that are the same byte for byte."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import strip
from ..project import Document, Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    copies: dict[str, list[Document]] = {}
    for document in project.entries:
        if strip(document.entry.body):
            copies.setdefault(document.entry.checksum, []).append(document)
    for same in copies.values():
        for document in same[1:]:
            yield Spot(document.top, {"others": ", ".join(other.shown for other in same if other is not document)})


RULE = CheckedRule(
    Rule.COPY,
    "copy",
    Severity.WARNING,
    ("the same, byte for byte, as {others}", "the same, byte for byte, as another entry"),
    ("keep one, and link to it",),
    check,
)
