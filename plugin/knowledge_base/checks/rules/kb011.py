"""A category folder without a README."""

from __future__ import annotations

from collections.abc import Iterator

from ...categories import README, render_readme
from ...model import Place, Rule, Severity
from ..managed import managed
from ..project import Project
from ..rule import CheckedRule, Edit, Spot


def check(project: Project) -> Iterator[Spot]:
    for folder, category in managed(project):
        path = f"{category.name}/{README}"
        if (folder.path / category.name).is_dir() and not (folder.path / path).exists():
            edit = Edit(folder.path / path, render_readme(category))
            yield Spot(Place(f"{folder.label}/{path}"), {"category": category.name}, edit)


RULE = CheckedRule(
    Rule.README_MISSING,
    "readme-missing",
    Severity.WARNING,
    ('the category "{category}" has no README', "a category has no README"),
    ("run `kb check --fix`",),
    check,
)
