"""A file that is not UTF-8."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.NOT_UTF8,
    "not-utf8",
    Severity.WARNING,
    (
        "not UTF-8, so left out: {byte} cannot be read",
        "not UTF-8, so left out",
    ),
    ("save the file as UTF-8 and give it a name in UTF-8",),
    reported(Rule.NOT_UTF8),
)
