"""A pointer of Git LFS in place of a file."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..project import Project
from ..rule import CheckedRule, Spot, reported


def check(project: Project) -> Iterator[Spot]:
    yield from reported(Rule.LFS_POINTER)(project)
    for document in project.documents:
        if document.text.startswith("version https://git-lfs.github.com/spec/"):
            yield Spot(document.top)


RULE = CheckedRule(
    Rule.LFS_POINTER,
    "lfs-pointer",
    Severity.ERROR,
    ("this is a pointer of Git LFS, not the text itself",),
    ("run `git lfs pull`, or keep Markdown out of Git LFS",),
    check,
)
