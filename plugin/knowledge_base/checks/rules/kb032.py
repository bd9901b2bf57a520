"""A byte order mark."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        if document.text.startswith("\ufeff"):
            yield Spot(document.top)


RULE = CheckedRule(
    Rule.BYTE_ORDER_MARK,
    "byte-order-mark",
    Severity.INFO,
    ("the file starts with a byte order mark",),
    ("save it as UTF-8 without one",),
    check,
)
