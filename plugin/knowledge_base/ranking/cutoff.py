"""Which scores are too weak beside the best one."""

from __future__ import annotations

from .weights import CUTOFF


def floor(best: float) -> float:
    """The score that a hit needs where the best one has `best`."""
    return best * CUTOFF
