"""An ignore file that needs another dialect."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.IGNORE_DIALECT,
    "ignore-dialect",
    Severity.WARNING,
    (
        'the pattern "{text}" means something else to gitignore, which is how this file is read',
        "the pattern means something else to gitignore, which is how this file is read",
    ),
    ("write the line as git would need it",),
    reported(Rule.IGNORE_DIALECT),
)
