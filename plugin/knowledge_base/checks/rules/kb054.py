"""Names that some systems cannot tell apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ...model import Place, Rule, Severity
from ...text import lower
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for folder in (*project.stores, *([project.docs] if project.docs else [])):
        seen: dict[str, str] = {}
        for path in folder.entries:
            other = seen.setdefault(_folded(path), path)
            if other != path:
                yield Spot(Place(f"{folder.label}/{path}", 1, 1), {"other": f"{folder.label}/{other}"})


def _folded(path: str) -> str:
    return lower(unicodedata.normalize("NFC", path))


RULE = CheckedRule(
    Rule.NAME_COLLISION,
    "name-collision",
    Severity.WARNING,
    (
        "the name differs from {other} only by case or composition; some systems keep only one of them",
        "the name differs from another one only by case or composition; some systems keep only one of them",
    ),
    ("rename one of the two",),
    check,
)
