"""A folder that is no category."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.UNKNOWN_CATEGORY,
    "unknown-category",
    Severity.WARNING,
    (
        'the folder "{folder}" of store {store} is no category; its entries are searched under that name',
        "the folder is no category; its entries are searched under its name",
    ),
    (
        'rename it to "{near}", or declare it under `categories:` in the settings',
        "move its entries to a category, or declare it under `categories:` in the settings",
    ),
    reported(Rule.UNKNOWN_CATEGORY),
)
