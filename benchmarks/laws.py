"""Growth laws: a power of the number of entries, fitted to what was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Law:
    """`base`, and `factor` times n to the power of `exponent`."""

    base: float
    factor: float
    exponent: float

    def at(self, n: float) -> float:
        return self.base + self.factor * math.exp(self.exponent * math.log(n))


def fit(sizes: Sequence[float], values: Sequence[float], base: float = 0) -> Law:
    """The law with the least squares of the logarithms. `base` is what does not grow; all values are above it."""
    xs, ys = [math.log(n) for n in sizes], [math.log(value - base) for value in values]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    exponent = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)
    return Law(base, math.exp(y - exponent * x), exponent)


def miss(sizes: Sequence[float], values: Sequence[float], base: float = 0) -> float:
    """How far the law of all but the last value misses that one, as a share of it."""
    return fit(sizes[:-1], values[:-1], base).at(sizes[-1]) / values[-1] - 1
