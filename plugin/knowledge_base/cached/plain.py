"""Findings and stores as values of JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..model import EntryInfo, Finding, Place, Rule, Severity
from ..stores import Store


def plain_findings(findings: Iterable[Finding]) -> list[Any]:
    return [
        [
            finding.rule.value,
            finding.severity.value,
            [finding.place.path, finding.place.line, finding.place.column, finding.place.end_column],
            dict(finding.facts),
        ]
        for finding in findings
    ]


def findings_of(values: Iterable[Sequence[Any]]) -> list[Finding]:
    return [Finding(Rule(rule), Severity(severity), Place(*place), facts) for rule, severity, place, facts in values]


def plain_store(store: Store) -> list[Any]:
    """What a store says of itself: its entries and its findings."""
    entries = [[info.path, info.title, info.tags, info.checksum] for info in store.entries()]
    return [entries, plain_findings(store.findings())]


def store_of(value: Sequence[Any]) -> tuple[dict[str, EntryInfo], list[Finding]]:
    """The entries by path, and the findings."""
    entries, findings = value
    infos = {path: EntryInfo(path, title, tuple(tags), checksum) for path, title, tags, checksum in entries}
    return infos, findings_of(findings)
