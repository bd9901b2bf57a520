"""A link to a folder."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.LINKED_FOLDER,
    "linked-folder",
    Severity.WARNING,
    ("a link to a folder, which is not followed",),
    ("make it a real folder, or declare the folder it leads to as a store of its own",),
    reported(Rule.LINKED_FOLDER),
)
