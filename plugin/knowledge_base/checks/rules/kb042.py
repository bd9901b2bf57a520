"""A tag that stands there twice."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import lower, strip
from ..project import Document, Project
from ..rule import CheckedRule, Edit, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.entries:
        seen: set[str] = set()
        before = 0
        for item in document.entry.frontmatter.items:
            folded = lower(strip(item.value))
            if folded in seen:
                edit = _removed(document, before, item.start, item.end)
                yield Spot(document.place(item.start, item.end), {"tag": folded}, edit)
            seen.add(folded)
            before = item.end


def _removed(document: Document, before: int, start: int, end: int) -> Edit | None:
    """Without the item and what separates it from the one before: a comma, or the whole line of a list."""
    gap = document.text[before:start]
    if gap.strip() == ",":
        return Edit(document.file, "", before, end)
    line_end = document.text.find("\n", end)
    if gap.strip() == "-" and document.text[end:line_end].strip() == "":
        line_start = document.text.rfind("\n", 0, start) + 1
        return Edit(document.file, "", line_start, line_end + 1)
    return None


RULE = CheckedRule(
    Rule.TAG_TWICE,
    "tag-twice",
    Severity.WARNING,
    ('the tag "{tag}" stands there twice', "a tag stands there twice"),
    ("run `kb check --fix`, or remove one",),
    check,
)
