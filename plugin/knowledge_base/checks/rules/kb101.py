"""Two paths of a source that some disks cannot tell apart."""

from __future__ import annotations

from ...model import Rule, Severity
from ..rule import CheckedRule, reported

RULE = CheckedRule(
    Rule.PATH_COLLISION,
    "path-collision",
    Severity.WARNING,
    ("differs from another path only in case or in Unicode normalisation, so both are left out",),
    ("rename one of the two in the source",),
    reported(Rule.PATH_COLLISION),
)
