"""The parts of a score in words and in numbers that add up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ranking import TAG_WEIGHT, damp
from .screen import Screen, pad, shorten, widest

_TERM_WIDTH = 24
_PLACES = 4


def short(value: float, places: int = 2) -> str:
    """A number without trailing zeros: 18, 9.33."""
    return f"{value:.{places}f}".rstrip("0").rstrip(".")


def explained(hit: Any, screen: Screen) -> Iterator[str]:
    """How the score of a hit comes about: a line for each term, their sum, the coverage, the score."""
    rows = [_term(part) for part in hit["evidence"]]
    terms = len(rows)
    covered = round(hit["coverage"] * terms)
    total = 0.0
    for part in hit["evidence"]:
        total = total + part["score"]
    squared = hit["coverage"] * hit["coverage"]
    rows += [
        ("sum", "", _exact(total)),
        ("coverage", f"{covered} of {_counted(terms, 'term')} matched, squared", f"× {_exact(squared)}"),
        ("score", "", _exact(hit["score"])),
    ]
    names, words, numbers = (widest(column) for column in zip(*rows, strict=True))
    for name, text, value in rows:
        line = f"{pad(name, names)}  {pad(text, words)}  {value:>{numbers}}"
        yield screen.style(line, bold=name == "score") if name == "score" else line


def _term(part: Any) -> tuple[str, str, str]:
    count, affinity = part["count"], part["affinity"]
    reasons = []
    if affinity:
        kind = "tag" if affinity == 1 else "start of a tag"
        reasons.append(f"{kind} {TAG_WEIGHT} × {_exact(affinity)} = {_exact(TAG_WEIGHT * affinity)}")
    if count:
        reasons.append(f"{_counted(count, 'mention')} = {_exact(damp(count))}")
    return shorten(part["term"], _TERM_WIDTH), ", ".join(reasons) or "not found", _exact(part["score"])


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing if count == 1 else thing + 's'}"


def _exact(value: float) -> str:
    return short(value, _PLACES)
