"""A file that is not text."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.BINARY,
    "binary",
    Severity.WARNING,
    (
        "binary, so left out: it holds the byte {byte}",
        "binary, so left out",
    ),
    ("keep only text in the store, or exclude the file in the settings",),
    reported(Rule.BINARY),
)
