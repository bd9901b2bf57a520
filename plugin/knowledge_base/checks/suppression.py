"""`<!-- kb: ignore KB009 reason -->`: a person's word that a finding of this file is meant to be so."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ..model import Place, Rule
from .project import Document
from .prose import comments

_IGNORE = re.compile(r"<!--\s*kb:\s*ignore\b\s*(?P<rule>\S*?)(?:\s+(?P<reason>.*?))?\s*-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that suppresses a rule in its file."""

    rule: str
    reason: str
    place: Place

    def problem(self, used: bool, rules: Collection[Rule]) -> tuple[Rule, Mapping[str, str]] | None:
        """What is wrong with the comment itself. One about a rule that was not run is not called unused."""
        facts = {"rule": self.rule}
        if self.rule not in {rule.value for rule in Rule}:
            return Rule.SUPPRESSION_UNUSED, {**facts, "unknown": self.rule}
        if not used and Rule(self.rule) in rules:
            return Rule.SUPPRESSION_UNUSED, facts
        if not self.reason:
            return Rule.SUPPRESSION_WITHOUT_REASON, facts
        return None


def suppressions(documents: Iterable[Document]) -> Mapping[tuple[str, str], Suppression]:
    """The comments by file and rule."""
    found: dict[tuple[str, str], Suppression] = {}
    for document in documents:
        if "kb: ignore" not in document.text and "kb:ignore" not in document.text:
            continue
        for start, end in comments(document.text):
            if match := _IGNORE.fullmatch(document.text, start, end):
                place = document.place(start, end)
                found[document.shown, match["rule"]] = Suppression(match["rule"], match["reason"] or "", place)
    return found
