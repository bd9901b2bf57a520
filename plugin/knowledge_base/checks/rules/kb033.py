"""Lines that end with CR LF."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        if (at := document.text.find("\r\n")) >= 0:
            yield Spot(document.place(at))


RULE = CheckedRule(
    Rule.CARRIAGE_RETURN,
    "carriage-return",
    Severity.INFO,
    ("lines end with CR LF",),
    ("save it with LF, or tell git so: `* text=auto eol=lf` in .gitattributes",),
    check,
)
