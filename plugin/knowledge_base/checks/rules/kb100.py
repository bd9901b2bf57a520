"""A symbolic link of a source that leads out of it."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.LINK_OUT_OF_SOURCE,
    "link-out-of-source",
    Severity.WARNING,
    ("a link that leads out of the source, to a hidden file or nowhere, so left out",),
    ("put the file itself there, or let the link lead to a file of the same repository",),
    reported(Rule.LINK_OUT_OF_SOURCE),
)
