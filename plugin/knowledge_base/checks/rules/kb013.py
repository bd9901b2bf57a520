"""A README that a person wrote."""

from __future__ import annotations

from collections.abc import Iterator

from ...categories import digest_comment, render_readme
from ...model import Rule, Severity
from ..managed import difference, readmes
from ..project import Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for readme, category in readmes(project):
        if digest_comment(readme.text) is None:
            facts = {"category": category.name, "difference": difference(readme.text, render_readme(category))}
            yield Spot(readme.top, facts)


RULE = CheckedRule(
    Rule.README_BY_HAND,
    "readme-by-hand",
    Severity.INFO,
    ('a person wrote this README of "{category}"; it is left alone', "a person wrote this README; it is left alone"),
    ("`kb init --write-readmes` moves it to README.old.md and writes the one of the registry",),
    check,
)
