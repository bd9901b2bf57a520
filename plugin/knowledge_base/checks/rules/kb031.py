"""Prose that MkDocs takes for metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot

_FIRST_LINE = re.compile(r"\ufeff?(?P<key>[ ]{0,3}[A-Za-z0-9_-]+):[ \t]")


def check(project: Project) -> Iterator[Spot]:
    for page in project.pages:
        match = _FIRST_LINE.match(page.text)
        if match:
            yield Spot(page.place(match.start("key"), match.end("key")), {"key": match["key"].strip()})
    for document in project.documents:
        keys = document.entry.frontmatter.keys
        if keys and all(key.name[:1].isupper() for key in keys):
            start = _line_start(document.text, keys[0].line)
            yield Spot(document.place(start, start + len(keys[0].name)), {"key": keys[0].name})


def _line_start(text: str, line: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at


RULE = CheckedRule(
    Rule.PROSE_AS_METADATA,
    "prose-as-metadata",
    Severity.WARNING,
    (
        'the text after "{key}:" is taken for metadata, and no page shows it',
        "text is taken for metadata, and no page shows it",
    ),
    ("put an empty line before it",),
    check,
)
