"""Findings for people: one line that says what is wrong and where, one that says what to do."""

from __future__ import annotations

from collections.abc import Iterable

from ...model import Finding
from ...text.visible import visible
from ..rules import words_for


def report(findings: Iterable[Finding]) -> str:
    """The findings in their order, each as `place: severity KBnnn sentence` and a fix; empty without findings."""
    return "".join(_paragraph(finding) for finding in findings)


def _paragraph(finding: Finding) -> str:
    sentence, fix = words_for(finding)
    place = visible(str(finding.place))
    return f"{place}: {finding.severity.value} {finding.rule.value} {sentence}\n    {fix}\n"
