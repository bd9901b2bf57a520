"""A suppression that gives no reason."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.SUPPRESSION_WITHOUT_REASON,
    "suppression-without-reason",
    Severity.WARNING,
    (
        "this comment suppresses {rule} without a reason",
        "a comment suppresses a rule without a reason",
    ),
    (
        "write why: <!-- kb: ignore {rule} because ... -->",
        "write why, after the number of the rule",
    ),
    reported(Rule.SUPPRESSION_WITHOUT_REASON),
)
