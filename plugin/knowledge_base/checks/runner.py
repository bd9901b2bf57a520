"""Runs rules and decides what counts: severities of the settings, suppressions, the files that were asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import pathspec

from ..config import CheckSettings
from ..model import Finding, Rule, Severity
from .project import Project
from .rule import Edit
from .rules import RULES
from .suppression import Suppression, suppressions

Fingerprint = tuple[str, str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The findings by place, what mends them, and how many a person suppressed."""

    findings: tuple[Finding, ...]
    edits: tuple[Edit, ...] = ()
    suppressed: int = 0
    documents: int = 0

    def seen_from(self, prefix: str) -> Outcome:
        """The same with paths that start further up; `prefix` is where the project is, seen from there."""
        findings = (replace(one, place=replace(one.place, path=f"{prefix}{one.place.path}")) for one in self.findings)
        return replace(self, findings=tuple(findings))

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)

    def fails(self, on: Severity) -> bool:
        """Whether a finding is at least as severe as `on`."""
        failing = {Severity.ERROR: (Severity.ERROR,), Severity.WARNING: (Severity.ERROR, Severity.WARNING)}
        return any(self.count(severity) for severity in failing[on])


def run(
    project: Project,
    settings: CheckSettings,
    rules: Collection[Rule] = tuple(Rule),
    wanted: Callable[[str], bool] = lambda path: True,
    known: Sequence[Finding] = (),
) -> Outcome:
    """Check a project with some rules. `wanted` selects files; `known` findings are not told again."""
    levels = _Levels(settings)
    comments = suppressions(project.documents)
    found: list[tuple[Finding, Edit | None]] = []
    used: set[Suppression] = set()
    suppressed = 0
    before = Counter(fingerprint(finding) for finding in known)
    for checked in RULES.values():
        if checked.rule not in rules:
            continue
        spots = checked.check(project) if checked.rule not in _ABOUT_COMMENTS else ()
        for spot in spots:
            severity = levels.of(checked.rule, checked.severity, spot.place.path)
            if severity is None:
                continue
            if comment := comments.get((spot.place.path, checked.rule.value)):
                used.add(comment)
                suppressed += 1
                continue
            found.append((Finding(checked.rule, severity, spot.place, spot.facts), spot.edit))
    for comment in comments.values():
        if (wrong := comment.problem(comment in used, rules)) is not None:
            rule, facts = wrong
            severity = levels.of(rule, RULES[rule].severity, comment.place.path)
            if rule in rules and severity is not None:
                found.append((Finding(rule, severity, comment.place, facts), None))
    kept = []
    for finding, edit in found:
        if before[fingerprint(finding)] > 0:
            before[fingerprint(finding)] -= 1
        elif wanted(finding.place.path):
            kept.append((finding, edit))
    kept.sort(key=lambda pair: sort_key(pair[0]))
    return Outcome(
        tuple(finding for finding, _ in kept),
        tuple(edit for _, edit in kept if edit is not None),
        suppressed,
        len(project.documents),
    )


_ABOUT_COMMENTS = (Rule.SUPPRESSION_WITHOUT_REASON, Rule.SUPPRESSION_UNUSED)


def sort_key(finding: Finding) -> tuple[bytes, int, int, str]:
    place = finding.place
    return place.path.encode("utf-8", "surrogatepass"), place.line or 0, place.column or 0, finding.rule.value


def fingerprint(finding: Finding) -> Fingerprint:
    """What stays the same when lines move."""
    return finding.rule.value, finding.place.path, tuple(sorted(finding.facts.items()))


class _Levels:
    """What rules count as, by file."""

    def __init__(self, settings: CheckSettings) -> None:
        self._rules = settings.rules
        self._paths = [(pathspec.GitIgnoreSpec.from_lines(item.match), item.rules) for item in settings.paths]

    def of(self, rule: Rule, default: Severity, path: str) -> Severity | None:
        level = self._rules.get(rule, default)
        for patterns, rules in self._paths:
            if rule in rules and patterns.match_file(path):
                level = rules[rule]
        return level
