"""Lower-casing, words, lines, blanks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge_base.index.pieces import MARK, class_of, kind_of, pieces
from knowledge_base.query import parse
from knowledge_base.text import fold_blanks, lines, lower, normalise_tags, strip, words
from knowledge_base.text.unicode import DENSE, LOWER, WHITESPACE, WORD

BLANKS = [chr(point) for first, last in WHITESPACE for point in range(first, last + 1)]
NOT_BLANK = ["\x1c", "\x1d", "\x1e", "\x1f", "\u200b", "\u180e", "\ufeff", "\u2060", "\0"]
TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("HTTP", "http"),
        ("Ärger É", "ärger é"),
        ("İSTANBUL", "istanbul"),  # str.lower(): i and a combining dot
        ("ΟΔΟΣ ΟΔΟΣ.", "οδοσ οδοσ."),  # str.lower(): ς at the end of a word
        ("ς", "ς"),
        ("ẞ STRASSE", "ß strasse"),
        ("\u212a\u2126", "kω"),
        ("ǅ", "ǆ"),
        ("ΐ", "ΐ"),
        ("𐐀", "𐐨"),
        ("\u1c89", "\u1c89"),  # got a lower-case letter in Unicode 16
        ("\ua7cb", "\ua7cb"),
        ("日本語 🙂", "日本語 🙂"),
    ],
)
def test_lower_goes_by_single_code_points_of_unicode_15(text: str, lowered: str) -> None:
    assert lower(text) == lowered


@given(TEXT)
def test_lower_keeps_the_length_and_is_done_after_one_pass(text: str) -> None:
    lowered = lower(text)
    assert len(lowered) == len(text)
    assert lower(lowered) == lowered


@given(TEXT, TEXT)
def test_lower_knows_no_context(one: str, other: str) -> None:
    assert lower(one + other) == lower(one) + lower(other)


def test_lower_passes_lone_surrogates_through() -> None:
    assert lower("A\udc80É") == "a\udc80é"


@pytest.mark.parametrize("blank", BLANKS)
def test_every_blank_separates_and_strips(blank: str) -> None:
    assert parse(f"{blank}A{blank}{blank}b{blank}").terms == ("a", "b")
    assert strip(f"{blank}a{blank}b{blank}") == f"a{blank}b"
    assert fold_blanks(f"a{blank}b{blank}") == "a b"


@pytest.mark.parametrize("char", NOT_BLANK)
def test_what_looks_empty_is_no_blank(char: str) -> None:
    assert parse(f"a{char}b {char}").terms == (f"a{char}b", char)
    assert strip(f"{char}a{char}") == f"{char}a{char}"


def test_terms_keep_order_duplicates_and_punctuation() -> None:
    assert parse("b A b c++ (x) -> A").terms == ("b", "a", "b", "c++", "(x)", "->", "a")
    assert parse("").terms == parse(" \n\u3000").terms == ()


def test_lines_end_at_lf_only_and_lose_one_cr() -> None:
    assert lines("a\r\nb\r\r\nc\rd\u2028e\x0bf\x85g\r") == ["a", "b\r", "c\rd\u2028e\x0bf\x85g"]
    assert lines("") == [""]
    assert lines("a\n") == ["a", ""]


def test_tags_are_stripped_lowered_and_kept_once_in_order() -> None:
    assert normalise_tags([" B ", "a", "b", "", "\u3000", "A b", "İ", "i"]) == ("b", "a", "a b", "i")


@given(TEXT)
def test_words_hold_all_but_the_blanks(text: str) -> None:
    assert "".join(words(text)) == "".join(char for char in text if char not in BLANKS)


@given(TEXT)
def test_pieces_are_all_but_the_blanks_and_neighbours_differ(text: str) -> None:
    for token in words(lower(text)):
        cut = pieces(token)
        assert "".join(cut) == token
        assert all(len({class_of(char) for char in piece}) == 1 for piece in cut)
        assert all(class_of(left[0]) != class_of(right[0]) for left, right in pairwise(cut))
        assert (kind_of(token) == class_of(token[0])) == (len(cut) == 1)


def test_the_tables_are_sorted_and_do_not_overlap() -> None:
    for rows in (WHITESPACE, tuple(sorted(WORD + DENSE)), tuple((first, last) for first, last, _, _ in LOWER)):
        flat = [edge for row in rows for edge in row]
        assert flat == sorted(flat)
        assert all(after > before for (_, before), (after, _) in pairwise(rows))


def test_no_ascii_capital_is_part_of_a_run() -> None:
    assert [chr(point) for point in range(0x41, 0x5B) if class_of(chr(point)) != MARK] == []
