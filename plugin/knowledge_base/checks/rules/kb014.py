"""A generated README that a person changed."""

from __future__ import annotations

from collections.abc import Iterator

from ...categories import digest_comment, is_generated, render_readme
from ...model import Rule, Severity
from ..managed import difference, first_difference, readmes
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for readme, category in readmes(project):
        if digest_comment(readme.text) is not None and not is_generated(readme.text):
            rendered = render_readme(category)
            facts = {"category": category.name, "difference": difference(readme.text, rendered)}
            yield Spot(readme.place(first_difference(readme.text, rendered)), facts)


RULE = CheckedRule(
    Rule.README_EDITED,
    "readme-edited",
    Severity.WARNING,
    (
        'this README of "{category}" was changed after it was generated',
        "a README was changed after it was generated",
    ),
    ("to have both, `kb init --write-readmes` keeps this in README.old.md; without the last comment it is yours",),
    check,
)
