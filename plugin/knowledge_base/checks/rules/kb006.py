"""Frontmatter that cannot be read."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.FRONTMATTER_IGNORED,
    "frontmatter-ignored",
    Severity.WARNING,
    (
        "the frontmatter is not used, so the entry has no tags: {reason}",
        "the frontmatter is not used, so the entry has no tags",
    ),
    ("mend the YAML between the two --- lines",),
    reported(Rule.FRONTMATTER_IGNORED),
)
