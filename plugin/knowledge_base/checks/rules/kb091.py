"""A suppression that suppresses nothing."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.SUPPRESSION_UNUSED,
    "suppression-unused",
    Severity.WARNING,
    (
        'there is no rule "{unknown}" to suppress',
        "nothing here is a finding of {rule}, so the comment suppresses nothing",
        "a comment suppresses nothing",
    ),
    ("remove the comment",),
    reported(Rule.SUPPRESSION_UNUSED),
)
