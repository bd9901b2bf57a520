"""A generated README that departs from the registry."""

from __future__ import annotations

from collections.abc import Iterator

from ...categories import fold, is_generated, render_readme
from ...model import Rule, Severity
from ..managed import as_written, first_difference, readmes
from ..project import Project
from ..rule import CheckedRule, Edit, Spot


def check(project: Project) -> Iterator[Spot]:
    for readme, category in readmes(project):
        rendered = render_readme(category)
        if is_generated(readme.text) and fold(readme.text) != rendered:
            start = 1 if readme.text.startswith("\ufeff") else 0
            line = first_difference(readme.text, rendered)
            edit = Edit(readme.file, as_written(rendered, readme.text), start, len(readme.text))
            yield Spot(readme.place(line), {"category": category.name}, edit)


RULE = CheckedRule(
    Rule.README_STALE,
    "readme-stale",
    Severity.ERROR,
    ('this README of "{category}" departs from the registry', "a generated README departs from the registry"),
    ("run `kb check --fix`",),
    check,
)
