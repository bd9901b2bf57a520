"""Runs rules over a project in one go: the files that were asked for, what was known before, the order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from ..config import CheckSettings
from ..model import Finding, Rule, Severity
from .checking import Checking
from .project import Project
from .rule import Edit

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
    checking = Checking(project, settings)
    found = [*checking.look(rules), *checking.look_at_comments(rules)]
    before = Counter(fingerprint(finding) for finding in known)
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
        checking.suppressed,
        len(project.documents),
    )


def sort_key(finding: Finding) -> tuple[bytes, int, int, str]:
    place = finding.place
    return place.path.encode("utf-8", "surrogatepass"), place.line or 0, place.column or 0, finding.rule.value


def fingerprint(finding: Finding) -> Fingerprint:
    """What stays the same when lines move."""
    return finding.rule.value, finding.place.path, tuple(sorted(finding.facts.items()))
