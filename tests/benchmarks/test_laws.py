"""Growth laws find what made the values, and say how far they miss what did not follow."""

from __future__ import annotations

import pytest
from benchmarks.laws import fit, miss

SIZES = (100, 200, 400, 800)


def test_a_power_is_found() -> None:
    law = fit(SIZES, [3 * n**0.5 for n in SIZES])
    assert law.exponent == pytest.approx(0.5)
    assert law.at(10_000) == pytest.approx(300)
    assert miss(SIZES, [3 * n**0.5 for n in SIZES]) == pytest.approx(0)


def test_what_does_not_grow_is_left_out_of_the_power() -> None:
    law = fit(SIZES, [2000 + n for n in SIZES], base=2000)
    assert law.exponent == pytest.approx(1)
    assert law.at(10_000) == pytest.approx(12_000)


def test_a_value_above_the_law_is_a_negative_miss() -> None:
    assert miss(SIZES, [100, 200, 400, 1600]) == pytest.approx(-0.5)
