"""A frontmatter block without its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot

_START = re.compile(r"\ufeff?---[ \t]*\r?\n(?:[ \t]*\r?\n)*(?:[A-Za-z_][\w-]*:(?:[ \t\r\n])|#)")
_ALMOST = re.compile(r"^(?:---[ \t]+|-{4,}[ \t]*|\.\.\.[ \t]*|[ \t]+---[ \t]*)\r?$", re.MULTILINE)


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        front = document.entry.frontmatter
        if front.problem or document.entry.body_start > 1 or not _START.match(document.text):
            continue
        opener = document.text.index("\n")
        almost = _ALMOST.search(document.text, opener + 1)
        if document.text[:opener].strip("\ufeff\r") != "---":
            yield Spot(document.place(int(document.text.startswith("\ufeff")), opener), {"line": "first"})
        elif almost:
            yield Spot(document.place(almost.start(), almost.end()), {"line": "closing"})
        else:
            yield Spot(document.top)


RULE = CheckedRule(
    Rule.FRONTMATTER_UNCLOSED,
    "frontmatter-unclosed",
    Severity.WARNING,
    (
        "the {line} line of the frontmatter is not exactly ---, so all of it counts as text",
        "the frontmatter has no closing --- line, so all of it counts as text",
    ),
    ("write a line of exactly three hyphens before and after the block",),
    check,
)
