"""Findings as annotations of GitHub Actions, within the number that it shows."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Finding, Severity
from ...text.visible import visible
from ..rules import words_for
from ..runner import Outcome
from .text import summary

SHOWN = 10
"""Annotations of each kind that GitHub shows for one step."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report(outcome: Outcome) -> str:
    """The first of each severity as annotations; what is left out is counted, and the log has the summary."""
    return "".join(f"{line}\n" for line in _lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    for severity, command in _COMMANDS.items():
        found = [finding for finding in outcome.findings if finding.severity is severity]
        shown = found if len(found) <= SHOWN else found[: SHOWN - 1]
        for finding in shown:
            yield _annotation(command, finding)
        if len(shown) < len(found):
            yield f"::{command} title=kb check::and {len(found) - len(shown)} more of this severity; run `kb check`"
    yield summary(outcome)


def _annotation(command: str, finding: Finding) -> str:
    sentence, fix = words_for(finding)
    place = finding.place
    properties = {
        "file": place.path,
        "line": place.line,
        "col": place.column,
        "endColumn": place.end_column,
        "title": finding.rule.value,
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None)
    return f"::{command} {written}::{_data(f'{sentence}. Fix: {fix}')}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")
