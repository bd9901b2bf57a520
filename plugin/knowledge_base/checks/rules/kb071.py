"""A source that cannot be used as the settings have it: a limit, a path, a ref."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.SOURCE_REFUSED,
    "source-refused",
    Severity.ERROR,
    (
        "{reason}",
        "a source cannot be used as the settings have it",
    ),
    ("{action}", "correct the settings of the source"),
    reported(Rule.SOURCE_REFUSED),
)
