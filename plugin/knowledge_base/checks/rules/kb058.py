"""Characters that steer how text is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot

_MAYBE = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
# Overrides and isolates of direction, and tag characters but those of a flag, which follow U+1F3F4.
_STEERING = re.compile("[\u202a-\u202e\u2066-\u2069]|(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0000-\U000e007f]")


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        if document.text.isascii() or not _MAYBE.search(document.text):
            continue
        found = list(_STEERING.finditer(document.text))
        if found:
            first = found[0]
            facts = {"character": f"U+{ord(first[0]):04X}", "count": str(len(found))}
            yield Spot(document.place(first.start(), first.end()), facts)


RULE = CheckedRule(
    Rule.HIDDEN_CHARACTERS,
    "hidden-characters",
    Severity.WARNING,
    (
        "characters that reorder or hide text: {character} here, {count} in all",
        "characters that reorder or hide text",
    ),
    ("remove them; what people read and what a program reads should be the same",),
    check,
)
