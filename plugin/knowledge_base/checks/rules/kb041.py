"""A tag that is not lower-case, or has a blank."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import lower, words
from ..project import Project
from ..rule import CheckedRule, Edit, Spot


def check(project: Project) -> Iterator[Spot]:
    for document, tag, start, end in project.tagged():
        if lower(tag) != tag:
            edit = Edit(document.file, lower(document.text[start:end]), start, end)
            yield Spot(document.place(start, end), {"tag": tag, "lower": lower(tag)}, edit)
        elif len(words(tag)) > 1:
            yield Spot(document.place(start, end), {"tag": tag, "words": ", ".join(words(tag))})


RULE = CheckedRule(
    Rule.TAG_FORM,
    "tag-form",
    Severity.WARNING,
    (
        'the tag "{tag}" is not lower-case; it is read as "{lower}"',
        'the tag "{tag}" holds a blank, so no word of a query equals it',
        "a tag is not lower-case or holds a blank",
    ),
    ("run `kb check --fix`, or write {lower}", "write the words as tags of their own: {words}", "mend the tag"),
    check,
)
