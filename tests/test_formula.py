"""The arithmetic of a score."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import bits

from knowledge_base.ranking import CONSTANTS, CUTOFF, MIN_PREFIX, TAG_WEIGHT, affinity, damp, floor, score, values


@pytest.mark.parametrize("exponent", range(63))
def test_damp_grows_by_one_whenever_the_count_doubles(exponent: int) -> None:
    assert damp(2**exponent) == exponent + 1


def test_damp_of_nothing_is_nothing() -> None:
    assert damp(0) == 0


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        # where platforms disagree in the last bit: with fused multiply-add 67, with the C library 107 and 137
        (3, "4004ae00d1cfdeb4"),
        (10, "401149a784bcd1b8"),
        (67, "401c43ace27e8a7e"),
        (107, "401ef7431f26a05c"),
        (137, "4020323142dc8c67"),
        (1375, "4026d9b5e61cd1e6"),
    ],
)
def test_damp_to_the_last_bit(count: int, expected: str) -> None:
    assert bits(damp(count)) == expected


@given(st.integers(1, 2**53))
def test_damp_is_the_logarithm_within_rounding(count: int) -> None:
    assert math.isclose(damp(count), 1 + math.log2(count), rel_tol=4e-16, abs_tol=0)


@pytest.mark.parametrize(
    ("term", "tags", "expected"),
    [
        ("http", ["http"], 1),
        ("http", ["routing", "http"], 1),
        ("http", ["http routing"], Fraction(4, 12)),
        ("httprouting", ["http"], Fraction(4, 11)),
        ("https", ["http", "https-only"], Fraction(4, 5)),
        ("htt", ["http"], 0),
        ("http", ["htt"], 0),
        ("htt", ["htt"], 1),
        ("rout", ["http routing"], 0),
        ("http", [], 0),
        ("日本語文", ["日本語文書"], Fraction(4, 5)),
        ("🙂🙂", ["🙂🙂🙂"], 0),
        ("🙂🙂🙂🙂", ["🙂🙂🙂🙂🙂"], Fraction(4, 5)),
    ],
)
def test_affinity(term: str, tags: list[str], expected: Fraction | int) -> None:
    assert affinity(term, tags) == float(expected)


@given(st.text(max_size=8), st.lists(st.text(max_size=8), max_size=4))
def test_affinity_is_between_0_and_1_and_blind_to_order(term: str, tags: list[str]) -> None:
    assert 0 <= affinity(term, tags) <= 1
    assert affinity(term, tags) == affinity(term, tags[::-1])


def test_the_worked_example() -> None:
    """A: tagged http and routing, `routing` twice in the body. B: `http` eight times."""
    terms = ("http", "routing")
    assert score(terms, (0, 2), ("http", "routing")).value == 18
    assert score(terms, (8, 0), ()).value == 1


def test_a_score_holds_its_parts() -> None:
    parts = score(("http", "nowhere", "http"), (1, 0, 1), ("http",))
    assert [(part.term, part.count, part.affinity, part.score) for part in parts.evidence] == [
        ("http", 1, 1, 9), ("nowhere", 0, 0, 0), ("http", 1, 1, 9),
    ]  # fmt: skip
    assert parts.coverage == 2 / 3
    assert parts.value == 18 * (2 / 3 * (2 / 3))


def test_a_term_asked_twice_counts_twice() -> None:
    assert score(("a", "a"), (1, 1), ()).value == 2 * score(("a",), (1,), ()).value


def test_sums_run_left_to_right() -> None:
    """(1, 5, 7) and (5, 7, 1) differ in the last bit: a compensated or reordered sum makes them equal."""
    one, other = (score(("a", "b", "c"), counts, ()).value for counts in ((1, 5, 7), (5, 7, 1)))
    assert one == damp(1) + damp(5) + damp(7)
    assert other == damp(5) + damp(7) + damp(1)
    assert one != other


def test_no_terms_no_score() -> None:
    assert score((), (), ("http",)).value == 0


@given(st.lists(st.tuples(st.text(min_size=1, max_size=5), st.integers(0, 10**6)), min_size=1, max_size=6))
def test_a_score_is_never_negative_and_zero_without_evidence(pairs: list[tuple[str, int]]) -> None:
    terms, counts = zip(*pairs, strict=True)
    parts = score(terms, counts, ())
    assert parts.value >= 0
    assert (parts.value == 0) == (not any(counts))


@given(
    st.lists(st.sampled_from(("http", "httpx", "rout", "routing", "a", "")), min_size=1, max_size=5),
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 40), min_size=5, max_size=5),
            st.lists(st.sampled_from(("http", "https", "routing", "a")), unique=True),
        ),
        max_size=6,
    ),
)
def test_many_scores_at_a_time_are_those_of_one_at_a_time(
    terms: list[str], entries: list[tuple[list[int], list[str]]]
) -> None:
    columns = [{n: counts[at] for n, (counts, _) in enumerate(entries) if counts[at]} for at in range(len(terms))]
    tags = [tags for _, tags in entries]
    found = values(terms, columns, tags, [range(len(entries))] * len(terms))
    one_by_one = {n: score(terms, counts[: len(terms)], tags).value for n, (counts, tags) in enumerate(entries)}
    assert found == {number: value for number, value in one_by_one.items() if value}


@pytest.mark.parametrize(
    ("scores", "kept"),
    [([18], 1), ([4, 1], 2), ([4, 0.9999999999999999], 1), ([18, 4.5, 4.4, 1], 2), ([1, 1, 1], 3)],
)
def test_hits_below_a_quarter_of_the_best_are_dropped(scores: list[float], kept: int) -> None:
    assert sum(value >= floor(max(scores)) for value in scores) == kept


def test_the_constants_are_those_of_the_reference() -> None:
    assert (TAG_WEIGHT, MIN_PREFIX, CUTOFF) == (8, 4, 0.25)
    assert (CONSTANTS["tagWeight"], CONSTANTS["minPrefix"], CONSTANTS["cutoff"]) == (8, 4, 0.25)
    assert len(CONSTANTS) == len(set(CONSTANTS.values())) == 14
