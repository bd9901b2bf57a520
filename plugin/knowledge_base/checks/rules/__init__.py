"""Every rule, one a file, in the order of their numbers. A number that is gone is never used for another rule."""

from __future__ import annotations

from collections.abc import Mapping

from ...model import Finding, Rule
from ..rule import CheckedRule
from . import (
    kb001, kb002, kb003, kb004, kb005, kb006, kb007, kb008, kb009, kb010,
    kb011, kb012, kb013, kb014, kb015, kb016,
    kb020, kb021,
    kb030, kb031, kb032, kb033,
    kb040, kb041, kb042, kb043, kb044, kb045, kb046, kb047,
    kb050, kb051, kb052, kb053, kb054, kb055, kb056, kb057, kb058,
    kb060,
    kb070, kb071, kb072,
    kb080,
    kb090, kb091,
    kb100, kb101, kb102, kb103,
)  # fmt: skip

_MODULES = (
    kb001, kb002, kb003, kb004, kb005, kb006, kb007, kb008, kb009, kb010,
    kb011, kb012, kb013, kb014, kb015, kb016,
    kb020, kb021,
    kb030, kb031, kb032, kb033,
    kb040, kb041, kb042, kb043, kb044, kb045, kb046, kb047,
    kb050, kb051, kb052, kb053, kb054, kb055, kb056, kb057, kb058,
    kb060,
    kb070, kb071, kb072,
    kb080,
    kb090, kb091,
    kb100, kb101, kb102, kb103,
)  # fmt: skip

RULES: Mapping[Rule, CheckedRule] = {module.RULE.rule: module.RULE for module in _MODULES}


def words_for(finding: Finding) -> tuple[str, str]:
    """The sentence and the fix of a finding."""
    return RULES[finding.rule].words(finding.facts)
