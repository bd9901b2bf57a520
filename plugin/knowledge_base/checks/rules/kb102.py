"""A submodule of a source."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.SUBMODULE,
    "submodule",
    Severity.WARNING,
    ("a submodule, which is never fetched",),
    ("declare the repository it names as a source of its own",),
    reported(Rule.SUBMODULE),
)
