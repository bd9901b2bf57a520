"""The table says which budgets are met and which peers are better."""

from __future__ import annotations

import pytest
from benchmarks.figures import FIGURES, GROUPS, size_of
from benchmarks.table import growth, number, table


def row(text: str, label: str) -> str:
    (line,) = [line for line in text.splitlines() if line.startswith(label)]
    return " ".join(line.split())


def test_a_row_has_our_value_its_budget_and_the_ratio_to_every_peer() -> None:
    text = table({"known_p50": {"ours": 0.15, "minisearch": 0.6, "material": 0.1, "scan": 0.1}}, "S")

    assert row(text, "warm query, known") == (
        "warm query, known, p50 0.15 ms ≤ 0.20 ✓ Material 0.10 (1.50× !), MiniSearch 0.60 (0.25×), scan 0.10 (1.50×)"
    )


def test_a_missed_budget_is_marked() -> None:
    assert " ✗" in row(table({"code_bytes": {"ours": 20.5}}, "M"), "JavaScript")


def test_more_is_better_for_shares() -> None:
    text = table({"rare_answered": {"ours": 100, "material": 36}}, "L")

    assert row(text, "rare substrings answered") == ("rare substrings answered 100 % ≥ 100 ✓ Material 36 (2.78×)")


def test_what_was_not_measured_has_no_row_and_a_peer_alone_has_no_ratio() -> None:
    text = table({"edit_cpu": {"zensical": 0.5}}, "S")

    assert row(text, "one entry edited") == "one entry edited, index complete again, CPU ≤ 0.20 Zensical 0.50"
    assert len(text.splitlines()) == 2


def test_growth_marks_what_outgrows_the_text() -> None:
    corpora = [
        ("S", 100, {"index_bytes": {"ours": 10.0}, "known_p50": {"ours": 1.0}}),
        ("M", 400, {"index_bytes": {"ours": 20.0}, "known_p50": {"ours": 5.0}}),
    ]

    text = growth(corpora)

    assert row(text, "growth") == "growth from S: text S 1.0×, M 4.0×"
    assert row(text, "everything but").endswith("M 2.0×")
    assert row(text, "warm query, known").endswith("M 5.0× !")


@pytest.mark.parametrize(("entries", "size"), [(228, "S"), (2_696, "M"), (20_419, "L")])
def test_the_size_of_a_corpus_decides_its_budgets(entries: int, size: str) -> None:
    assert size_of(entries) == size


def test_every_figure_belongs_to_one_group() -> None:
    assert sorted(key for keys in GROUPS.values() for key in keys) == sorted(figure.key for figure in FIGURES)


@pytest.mark.parametrize(
    ("value", "text"), [(0.1234, "0.12"), (0.01234, "0.012"), (12.34, "12.3"), (1234.5, "1,234"), (20, "20")]
)
def test_numbers_show_the_digits_that_matter(value: float, text: str) -> None:
    assert number(value) == text
