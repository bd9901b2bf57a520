"""Evidence in, score out: pure arithmetic on numbers. The twin of `assets/formula.js`; vectors: `tests/vectors`.

The formula is Spektacular's. Only + − × ÷ are used and every sum runs left to right in query order, so that Python
and every browser agree to the last bit; `docs/reference/ranking.md` explains it with a worked example.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..model import Score, TermEvidence
from .weights import HALF_SQRT2, INVERSE_LN2, LN2_HIGH, LN2_LOW, LOG, MIN_PREFIX, TAG_WEIGHT

_L1, _L2, _L3, _L4, _L5, _L6, _L7 = LOG


def log2(n: int) -> float:
    """The binary logarithm of a positive count, with the same bits on every platform."""
    fraction, exponent = math.frexp(n)
    if fraction == 0.5:
        return float(exponent - 1)
    k = 0.0
    f = fraction
    if f < HALF_SQRT2:
        f = f * 2.0
        k = -1.0
    f = f - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    r = z * (_L1 + w * (_L3 + w * (_L5 + w * _L7))) + w * (_L2 + w * (_L4 + w * _L6))
    h = 0.5 * f * f
    ln = k * LN2_HIGH - ((h - (s * (h + r) + k * LN2_LOW)) - f)
    return ln * INVERSE_LN2 + exponent


def damp(count: int) -> float:
    """What `count` mentions are worth: 0, 1, 2, 2.58…, growing by one whenever the count doubles."""
    return 0.0 if count == 0 else 1.0 + log2(count)


def affinity(term: str, tags: Sequence[str]) -> float:
    """How well a term names a tag: 1 if equal, else the best ratio of lengths where one starts the other.

    Lengths are code points; the shorter one needs at least `MIN_PREFIX`. From 0 to 1.
    """
    best = 0.0
    for tag in tags:
        if term == tag:
            return 1.0
        shorter, longer = (term, tag) if len(term) < len(tag) else (tag, term)
        if len(shorter) >= MIN_PREFIX and longer.startswith(shorter):
            best = max(best, len(shorter) / len(longer))
    return best


def score(terms: Sequence[str], counts: Sequence[int], tags: Sequence[str]) -> Score:
    """The score of one entry for the terms of a query; 0 means that the entry is no hit."""
    evidence = []
    total = 0.0
    covered = 0
    for term, count in zip(terms, counts, strict=True):
        likeness = affinity(term, tags)
        part = TAG_WEIGHT * likeness + damp(count)
        evidence.append(TermEvidence(term, count, likeness, part))
        total = total + part
        if part > 0:
            covered += 1
    coverage = covered / len(terms) if terms else 0.0
    return Score(total * (coverage * coverage), coverage, tuple(evidence))
