"""A link out of the store."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.LINK_OUTSIDE,
    "link-outside",
    Severity.WARNING,
    ("a link that does not lead to a readable file of the same store, so left out",),
    ("put the file itself here, or let the link lead to a file inside the store that is not hidden",),
    reported(Rule.LINK_OUTSIDE),
)
