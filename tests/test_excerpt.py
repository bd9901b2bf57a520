"""The lines that show why an entry matched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge_base.excerpt import BLOCK_CHARACTERS, MAX_BLOCKS, MAX_BYTES, MAX_EXCERPTS, excerpts
from knowledge_base.query import parse
from knowledge_base.text import fold_blanks, lower


@pytest.mark.parametrize(
    ("body", "query", "expected"),
    [
        ("one\ntwo\nthree", "two", ("two",)),
        ("one", "two", ()),
        ("", "a", ()),
        ("a\na\na\na", "a", ("a", "a", "a")),
        ("a a\nb\na b", "a b", ("a b", "a a", "b")),
        ("a\na a", "a", ("a a", "a")),
        ("# A heading\r\nand a line\r\n", "heading", ("# A heading",)),
        ("  x \t y\u00a0z  ", "y", ("x y z",)),
        ("a\rb\u2028c", "b", ("a b c",)),
        ("<script>alert(1)</script>", "alert", ("<script>alert(1)</script>",)),
        ("C++ and c++\nc+", "c++", ("C++ and c++",)),
    ],
)
def test_excerpts(body: str, query: str, expected: tuple[str, ...]) -> None:
    assert excerpts(body, parse(query).terms) == expected


@pytest.mark.parametrize("lead", [0, 1, 63, 64, 65, 200, 255, 256, 300, 1000])
def test_a_cut_shows_the_first_match_with_what_leads_to_it(lead: int) -> None:
    line = "a" * lead + " term " + "z" * 500
    (shown,) = excerpts(line, ("term",))
    assert len(shown) == MAX_BYTES
    assert shown in fold_blanks(line)
    assert shown.index("term") == (min(lead + 1, 64) if lead else 0)


def test_the_first_match_is_the_first_of_any_term() -> None:
    (shown,) = excerpts("x" * 300 + " later " + "y" * 300 + " sooner", ("sooner", "later"))
    assert "later" in shown
    assert "sooner" not in shown


def test_the_end_of_a_long_line_is_shown_in_full_length() -> None:
    (shown,) = excerpts("é" * 300 + " term", ("term",))
    assert shown.endswith(" term")
    assert MAX_BYTES - 1 <= len(shown.encode()) <= MAX_BYTES


def test_a_match_that_is_longer_than_an_excerpt_is_cut() -> None:
    (shown,) = excerpts("y" * 100 + "x" * 1000, ("x" * 1000,))
    assert len(shown) == MAX_BYTES
    assert shown == "y" * 64 + "x" * 192


_PIECES = st.sampled_from(
    ["a", "term", "Term", " ", "  ", "\t", "\n", "\r\n", "é", "日", "🙂", "e\u0301", "İ", "ς", "\u3000", "x" * 70]
)


@given(
    st.lists(_PIECES, max_size=120).map("".join),
    st.lists(st.sampled_from(["term", "a", "日", "i", "🙂", "é"]), min_size=1),
)
def test_every_excerpt_is_a_piece_of_a_line_and_holds_a_match(body: str, query: list[str]) -> None:
    shown = excerpts(body, query)
    folded = [fold_blanks(line) for line in body.split("\n")]
    matching = [line for line in folded if any(term in lower(line) for term in query)]
    assert len(shown) == min(MAX_EXCERPTS, len(matching))
    for text in shown:
        assert len(text.encode()) <= MAX_BYTES
        assert any(text in line for line in matching)
        assert any(term in lower(text) for term in query)


def test_a_long_text_is_looked_through_up_to_a_block() -> None:
    line = "x" * 127 + "\n"
    blocks = line * (BLOCK_CHARACTERS // len(line) * MAX_BLOCKS)
    assert excerpts(blocks[: -len(line)] + "term\n", ["term"]) == ("term",)
    assert excerpts(blocks + "term\n", ["term"]) == ()
