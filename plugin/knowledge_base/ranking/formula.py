"""Evidence in, score out: pure arithmetic on numbers. The twin of `assets/formula.js`; vectors: `tests/vectors`.

The formula is Spektacular's. Only + − × ÷ are used and every sum runs left to right in query order, so that Python
and every browser agree to the last bit; `docs/reference/ranking.md` explains it with a worked example.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

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


@lru_cache(maxsize=4096)
def damp(count: int) -> float:
    """What `count` mentions are worth: 0, 1, 2, 2.58…, growing by one whenever the count doubles."""
    return 0.0 if count == 0 else 1.0 + log2(count)


def affinity(term: str, tags: Sequence[str]) -> float:
    """How well a term names a tag: 1 if equal, else the best ratio of lengths where one starts the other.

    Lengths are code points; the shorter one needs at least `MIN_PREFIX`. A tag never starts a phrase: it would bring
    entries that hold a part of what was asked for as a whole. From 0 to 1.
    """
    best = 0.0
    is_phrase = " " in term
    for tag in tags:
        if term == tag:
            return 1.0
        shorter, longer = (term, tag) if len(term) < len(tag) else (tag, term)
        if len(shorter) >= MIN_PREFIX and longer.startswith(shorter) and not (is_phrase and longer == term):
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


def values(
    terms: Sequence[str],
    counts: Sequence[Mapping[int, int]],
    tags: Sequence[Sequence[str]],
    likely: Sequence[Collection[int]],
) -> dict[int, float]:
    """`score(...).value` of each entry that has a score, by its number, many at a time.

    For each term, `counts` holds the entries that contain it, and `likely` at least all that have a tag like it.
    """
    totals: dict[int, float] = {}
    covered: dict[int, int] = {}
    for term, found, near in zip(terms, counts, likely, strict=True):
        parts = {entry: damp(count) for entry, count in found.items()}
        for entry in near:
            if likeness := affinity(term, tags[entry]):
                parts[entry] = TAG_WEIGHT * likeness + damp(found.get(entry, 0))
        for entry, part in parts.items():
            totals[entry] = totals.get(entry, 0.0) + part
            covered[entry] = covered.get(entry, 0) + 1
    squares = [(part := number / len(terms)) * part for number in range(len(terms) + 1)]
    return {entry: total * squares[covered[entry]] for entry, total in totals.items()}
