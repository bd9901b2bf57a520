"""Which scores are too weak beside the best one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .weights import CUTOFF

T = TypeVar("T")


def cut(ranked: Sequence[tuple[float, T]]) -> int:
    """How many of `ranked`, best first, stay: those with at least `CUTOFF` of the best score."""
    if not ranked:
        return 0
    floor = ranked[0][0] * CUTOFF
    return next((i for i, (value, _) in enumerate(ranked) if value < floor), len(ranked))
