"""Findings for programs. The schema is that of `kb check --schema`."""

from __future__ import annotations

from typing import Any

from ...model import Finding, Severity
from ..rules import RULES
from ..runner import Outcome


def report(outcome: Outcome, version: str) -> dict[str, Any]:
    """The object that `kb check --format json` prints."""
    return {
        "findings": [_finding(finding, version) for finding in outcome.findings],
        "summary": {
            **{severity.value: outcome.count(severity) for severity in Severity},
            "suppressed": outcome.suppressed,
            "files": outcome.documents,
            "mendable": len(outcome.edits),
        },
    }


def _finding(finding: Finding, version: str) -> dict[str, Any]:
    rule = RULES[finding.rule]
    message, fix = rule.words(finding.facts)
    return {
        "rule": finding.rule.value,
        "name": rule.name,
        "severity": finding.severity.value,
        "path": finding.place.path,
        "line": finding.place.line,
        "column": finding.place.column,
        "end_column": finding.place.end_column,
        "message": message,
        "fix": fix,
        "facts": dict(sorted(finding.facts.items())),
        "url": rule.page(version),
    }
