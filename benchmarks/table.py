"""Measured values as text: one table a corpus, and how the figures grow from one corpus to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .figures import FIGURES, OURS, PEERS, Figure, budget, within

Values = Mapping[str, Mapping[str, float]]
"""By the key of the figure, then by who was measured."""

_HEAD = ("figure", "ours", "budget", "", "peers (ours / peer)")


def table(values: Values, size: str) -> str:
    """A row a figure that was measured. ✓ or ✗: the budget; `!`: a peer to be as good as is better."""
    rows = [_HEAD]
    rows += [_row(figure, values[figure.key], budget(figure, size)) for figure in FIGURES if figure.key in values]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD) - 1)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2]), row[3].ljust(widths[3])]
        lines.append("  ".join((*cells, row[4])).rstrip())
    return "\n".join(lines)


def _row(figure: Figure, values: Mapping[str, float], bound: float | None) -> tuple[str, str, str, str, str]:
    ours = values.get(OURS)
    mark = "" if ours is None or bound is None else "✓" if within(figure, ours, bound) else "✗"
    sign = "≥" if figure.unit == "%" else "≤"
    peers = ", ".join(_peer(figure, ours, who, values[who]) for who in PEERS if who in values)
    return (
        figure.label,
        "" if ours is None else f"{number(ours)} {figure.unit}",
        "" if bound is None else f"{sign} {number(bound)}",
        mark,
        peers,
    )


def _peer(figure: Figure, ours: float | None, who: str, value: float) -> str:
    text = f"{PEERS[who]} {number(value)}"
    if ours is None:
        return text
    ratio = f"{ours / value:.2f}×" if value else "–"
    better = who in figure.against and not within(figure, ours, value)
    return f"{text} ({ratio}{' !' if better else ''})"


def growth(corpora: Sequence[tuple[str, int, Values]]) -> str:
    """Our figures from corpus to corpus, each as a multiple of the first; `!` where one outgrows the text."""
    first_name, first_text, first = corpora[0]
    lines = [f"growth from {first_name}: text " + ", ".join(f"{n} {text / first_text:.1f}×" for n, text, _ in corpora)]
    width = max(len(figure.label) for figure in FIGURES)
    for figure in FIGURES:
        start = first.get(figure.key, {}).get(OURS)
        if not start or figure.unit == "%":
            continue
        cells = []
        for name, text, values in corpora[1:]:
            value = values.get(figure.key, {}).get(OURS)
            if value is not None:
                cells.append(f"{name} {value / start:.1f}×{' !' if value / start > text / first_text else ''}")
        lines.append(f"{figure.label.ljust(width)}  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)


def number(value: float) -> str:
    """Three digits that matter."""
    size = abs(value)
    digits = 0 if size >= 100 or value == int(value) else 1 if size >= 10 else 2 if size >= 0.1 else 3
    return f"{value:,.{digits}f}"
