"""Asks rules and decides what counts: the severities of the settings, and what people suppressed in a file."""

from __future__ import annotations

from collections.abc import Collection

import pathspec

from ..config import CheckSettings
from ..model import Finding, Rule, Severity
from ..progress import told
from .project import Project
from .rule import Edit
from .rules import RULES
from .suppression import Suppression, suppressions

ABOUT_COMMENTS = (Rule.SUPPRESSION_WITHOUT_REASON, Rule.SUPPRESSION_UNUSED)


class Checking:
    """A project that is checked in several goes. What people wrote to suppress findings is judged last."""

    def __init__(self, project: Project, settings: CheckSettings) -> None:
        self._project = project
        self._levels = _Levels(settings)
        self._comments = suppressions(project.documents)
        self._used: set[Suppression] = set()
        self.suppressed = 0

    def may_be_error(self, rules: Collection[Rule]) -> bool:
        """Whether the settings make errors of what some of these rules find."""
        return any(Severity.ERROR in self._levels.possible(rule, RULES[rule].severity) for rule in rules)

    def look(self, rules: Collection[Rule]) -> list[tuple[Finding, Edit | None]]:
        """What rules about anything but comments find, and what mends it; in the order of the rules."""
        found: list[tuple[Finding, Edit | None]] = []
        for checked in told("checking rules", RULES.values()):
            rule = checked.rule
            if rule not in rules or rule in ABOUT_COMMENTS or not any(self._levels.possible(rule, checked.severity)):
                continue
            for spot in checked.check(self._project):
                severity = self._levels.of(rule, checked.severity, spot.place.path)
                if severity is None:
                    continue
                if comment := self._comments.get((spot.place.path, rule.value)):
                    self._used.add(comment)
                    self.suppressed += 1
                    continue
                found.append((Finding(rule, severity, spot.place, spot.facts), spot.edit))
        return found

    def look_at_comments(self, rules: Collection[Rule]) -> list[tuple[Finding, Edit | None]]:
        """What is wrong with comments that suppress, now that `rules` have looked."""
        found: list[tuple[Finding, Edit | None]] = []
        for comment in self._comments.values():
            if (wrong := comment.problem(comment in self._used, rules)) is not None:
                rule, facts = wrong
                severity = self._levels.of(rule, RULES[rule].severity, comment.place.path)
                if rule in rules and severity is not None:
                    found.append((Finding(rule, severity, comment.place, facts), None))
        return found


class _Levels:
    """What rules count as, by file."""

    def __init__(self, settings: CheckSettings) -> None:
        self._rules = settings.rules
        self._paths = [(pathspec.GitIgnoreSpec.from_lines(item.match), item.rules) for item in settings.paths]

    def possible(self, rule: Rule, default: Severity) -> set[Severity | None]:
        """All that a rule may count as somewhere; None where it is off."""
        return {self._rules.get(rule, default), *(rules[rule] for _, rules in self._paths if rule in rules)}

    def of(self, rule: Rule, default: Severity, path: str) -> Severity | None:
        level = self._rules.get(rule, default)
        for patterns, rules in self._paths:
            if rule in rules and patterns.match_file(path):
                level = rules[rule]
        return level
