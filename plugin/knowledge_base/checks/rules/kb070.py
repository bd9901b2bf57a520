"""A source that `knowledge.lock` does not pin, or pinned for other settings."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.LOCK_STALE,
    "lock-stale",
    Severity.ERROR,
    (
        "{reason}",
        "knowledge.lock and the settings disagree about a source",
    ),
    ("{action}", "run `kb sync`"),
    reported(Rule.LOCK_STALE),
)
