"""Findings for people: in brief, and in full with the line that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...model import Finding, Place, Severity
from ...text.visible import visible
from ..rules import words_for
from ..runner import Outcome

Style = Callable[..., str]
"""`style(text, fg=…, bold=…, dim=…)`: the text in colours, or as it is."""

SourceLine = Callable[[Place], "str | None"]
"""The line of a file that a place is on."""

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
_WIDEST = 160
_TAB = "    "


def report(findings: Iterable[Finding]) -> str:
    """The findings in their order, each as `place: severity KBnnn sentence` and a fix; empty without findings."""
    return "".join(_paragraph(finding) for finding in findings)


def _paragraph(finding: Finding) -> str:
    sentence, fix = words_for(finding)
    place = visible(str(finding.place))
    return f"{place}: {finding.severity.value} {finding.rule.value} {sentence}\n    {fix}\n"


def full(outcome: Outcome, line_of: SourceLine, style: Style) -> Iterator[str]:
    """Lines for a terminal: each finding with its source line and fix, then the count."""
    for finding in outcome.findings:
        sentence, fix = words_for(finding)
        place = visible(str(finding.place))
        severity = style(f"{finding.severity.value}[{finding.rule.value}]", fg=COLOURS[finding.severity], bold=True)
        yield f"{style(place, bold=True)}: {severity} {sentence}"
        if finding.severity is Severity.INFO:
            continue
        yield from _excerpt(finding.place, line_of(finding.place), style)
        yield f"  {style('help:', fg='cyan')} {fix}"
        yield ""
    yield summary(outcome)


def _excerpt(place: Place, line: str | None, style: Style) -> Iterator[str]:
    if place.line is None or place.column is None or line is None or not line.strip():
        return
    number = str(place.line)
    start = place.column - 1
    end = max((place.end_column or place.column + 1) - 1, start + 1)
    left = max(0, min(start - 40, len(line) - _WIDEST)) if len(line) > _WIDEST else 0
    shown = line[left : left + _WIDEST]
    before, marked = _shown(shown[: start - left]), _shown(shown[start - left : end - left])
    gutter = " " * len(number)
    yield style(f"{gutter} |", fg="blue")
    yield f"{style(f'{number} |', fg='blue')} {_shown(shown)}"
    yield f"{style(f'{gutter} |', fg='blue')} {' ' * _columns(before)}{style('^' * max(1, _columns(marked)), fg='red')}"


def _shown(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def _columns(text: str) -> int:
    """Columns of a terminal, near enough for a caret."""
    return sum(2 if "\u1100" <= char <= "\u115f" or "\u2e80" <= char <= "\uffe6" else 1 for char in text)


def summary(outcome: Outcome) -> str:
    """One line that counts."""
    files = f"{outcome.documents:,} file{'' if outcome.documents == 1 else 's'} checked"
    suppressed = f", {outcome.suppressed:,} suppressed" if outcome.suppressed else ""
    if not outcome.findings:
        return f"Nothing found: {files}{suppressed}."
    counts = [_count(outcome.count(severity), severity) for severity in Severity if outcome.count(severity)]
    mendable = f" {len(outcome.edits):,} can be mended by `kb check --fix`." if outcome.edits else ""
    return f"Found {', '.join(counts)}; {files}{suppressed}.{mendable}"


def _count(number: int, severity: Severity) -> str:
    plural = "s" if number != 1 and severity is not Severity.INFO else ""
    return f"{number:,} {severity.value}{plural}"
