"""Findings as SARIF 2.1.0, which forges read for code scanning."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any
from urllib.parse import quote

from ...model import Finding, Severity
from ..rule import REPOSITORY, CheckedRule
from ..rules import RULES, words_for
from ..runner import Outcome, fingerprint

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def report(outcome: Outcome, version: str) -> dict[str, Any]:
    """A log with one run. Paths start from the root of the repository."""
    seen: Counter[str] = Counter()
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "mkdocs-knowledge",
                        "informationUri": REPOSITORY,
                        "semanticVersion": version,
                        "rules": [_rule(rule, version) for rule in RULES.values()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {"ROOT": {"description": {"text": "The root of the repository."}}},
                "results": [_result(finding, seen) for finding in outcome.findings],
            }
        ],
    }


def _rule(rule: CheckedRule, version: str) -> dict[str, Any]:
    url = rule.page(version)
    return {
        "id": rule.rule.value,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.sentence[-1]},
        "help": {
            "text": f"{rule.fix[-1]}. {url}",
            "markdown": f"{rule.fix[-1]}. [About {rule.rule.value}]({url})",
        },
        "helpUri": url,
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, seen: Counter[str]) -> dict[str, Any]:
    sentence, fix = words_for(finding)
    key = hashlib.sha256(json.dumps(fingerprint(finding)).encode()).hexdigest()[:32]
    seen[key] += 1
    return {
        "ruleId": finding.rule.value,
        "ruleIndex": list(RULES).index(finding.rule),
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{sentence}. Fix: {fix}."},
        "locations": [{"physicalLocation": _location(finding)}],
        "partialFingerprints": {"knowledge/v1": f"{key}:{seen[key]}"},
    }


def _location(finding: Finding) -> dict[str, Any]:
    place = finding.place
    uri = quote(place.path.encode("utf-8", "replace"), safe="/")
    location: dict[str, Any] = {"artifactLocation": {"uri": uri, "uriBaseId": "ROOT"}}
    if place.line is not None:
        region = {"startLine": place.line, "startColumn": place.column, "endColumn": place.end_column}
        location["region"] = {name: value for name, value in region.items() if value is not None}
    return location
