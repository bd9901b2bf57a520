"""A category without a folder."""

from __future__ import annotations

from collections.abc import Iterator

from ...categories import README, render_readme
from ...model import Place, Rule, Severity
from ..managed import managed
from ..project import Project
from ..rule import CheckedRule, Edit, Spot


def check(project: Project) -> Iterator[Spot]:
    for folder, category in managed(project):
        if not (folder.path / category.name).is_dir():
            edit = Edit(folder.path / category.name / README, render_readme(category))
            yield Spot(Place(f"{folder.label}/{category.name}"), {"category": category.name}, edit)


RULE = CheckedRule(
    Rule.CATEGORY_WITHOUT_FOLDER,
    "category-without-folder",
    Severity.WARNING,
    ('the category "{category}" has no folder here', "a category has no folder here"),
    ("run `kb check --fix`, which makes it with its README",),
    check,
)
