"""An optional source that could not be had."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.SOURCE_LEFT_OUT,
    "source-left-out",
    Severity.WARNING,
    (
        "source {source} is left out, which `optional: true` allows: {reason}",
        "an optional source is left out",
    ),
    (
        "{action}",
        "run `kb sync`",
    ),
    reported(Rule.SOURCE_LEFT_OUT),
)
