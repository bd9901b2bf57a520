"""A file that cannot be read."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.UNREADABLE,
    "unreadable",
    Severity.WARNING,
    (
        "cannot be read, so left out: {reason}",
        "cannot be read, so left out",
    ),
    ("check that it exists and that you may read it",),
    reported(Rule.UNREADABLE),
)
