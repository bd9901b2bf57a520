"""What a rule is: a number, words, a severity and a function over the whole project."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..model import Finding, Place, Rule, Severity
from ..text.visible import visible

if TYPE_CHECKING:
    from .project import Project

REPOSITORY = "https://github.com/mkdocs-knowledge/mkdocs-knowledge"


@dataclass(frozen=True, slots=True)
class Edit:
    """What mends a finding: the characters from `start` to `end` of a file become `text`; a missing file is made."""

    file: Path
    text: str
    start: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """What a rule saw: where, the facts, and what would mend it."""

    place: Place
    facts: Mapping[str, str] = field(default_factory=dict)
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class CheckedRule:
    """A rule with its page at `docs/reference/checks/KBnnn.md`.

    `sentence` and `fix` hold templates over the facts of a finding, the most telling first: the first one whose facts
    are all there is used, so the last one needs none.
    """

    rule: Rule
    name: str
    severity: Severity
    sentence: tuple[str, ...]
    fix: tuple[str, ...]
    check: Callable[[Project], Iterable[Spot]]

    def words(self, facts: Mapping[str, str]) -> tuple[str, str]:
        """The sentence and the fix for these facts, made safe to print."""
        shown = {name: visible(value) for name, value in facts.items()}
        return _fill(self.sentence, shown), _fill(self.fix, shown)

    def page(self, version: str) -> str:
        """The URL of the rule's page as it was when a version was released."""
        return f"{REPOSITORY}/blob/v{version}/docs/reference/checks/{self.rule.value}.md"


def reported(rule: Rule) -> Callable[[Project], Iterable[Spot]]:
    """The check of a rule whose findings come from reading the stores or from laying out the pages."""

    def check(project: Project) -> Iterable[Spot]:
        return (_spot(finding) for finding in project.reported if finding.rule is rule)

    return check


def _spot(finding: Finding) -> Spot:
    return Spot(finding.place, finding.facts)


def _fill(templates: tuple[str, ...], facts: Mapping[str, str]) -> str:
    return next(template.format_map(facts) for template in templates if fields(template) <= facts.keys())


def fields(template: str) -> set[str]:
    """The names of the facts that a template needs."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
