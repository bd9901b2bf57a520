"""What is typed: properties that hold for every query. The cases are in `tests/vectors/query.json`."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge_base.model import Filters
from knowledge_base.query import KEYS, parse
from knowledge_base.text import fold_blanks, lower, normalise_tags, words

PARTS = ('"', '"a  b"', " ", "\n", "\u3000", "tag:", "store:", "category:x", "tier:repo", "x", "://", "İ")
typed = st.lists(st.text() | st.sampled_from(PARTS)).map("".join)
plain = st.text(st.characters(exclude_characters='"', exclude_categories=["Cs"]))


@given(typed)
def test_terms_are_folded_and_lower_cased(query: str) -> None:
    for term in parse(query).terms:
        assert term == fold_blanks(lower(term)) != ""


@given(plain)
def test_without_quotes_and_keys_the_terms_are_the_words(query: str) -> None:
    for key in KEYS:
        query = query.replace(f"{key}:", "")
    assert parse(query).terms == tuple(words(lower(query)))
    assert parse(query).filters == Filters()


@given(st.lists(st.lists(plain.filter(words), min_size=2).map("\u2003".join)))
def test_each_text_in_quotes_is_one_term(texts: list[str]) -> None:
    query = " ".join(f'"{text}"' for text in texts)
    assert parse(query).terms == tuple(lower(fold_blanks(text)) for text in texts)


@given(st.lists(st.tuples(st.sampled_from(KEYS), plain.filter(words))))
def test_each_value_in_quotes_is_one_filter(values: list[tuple[str, str]]) -> None:
    found = parse(" ".join(f'{key}:"{value}"' for key, value in values))
    assert found.terms == ()
    for key in KEYS:
        mine = [value for one, value in values if one == key]
        assert getattr(found.filters, key) == (normalise_tags(mine) if key == "tag" else tuple(dict.fromkeys(mine)))


@given(typed, st.lists(st.text()))
def test_given_filters_come_before_typed_ones(query: str, given_stores: list[str]) -> None:
    alone = parse(query).filters.store
    both = parse(query, Filters(store=tuple(given_stores))).filters.store
    assert both == tuple(dict.fromkeys([*given_stores, *alone]))


@pytest.mark.parametrize("query", ['"a ' * 100_000, '"' + " " * 200_000, 'tag:"' * 50_000, '"a' + " b" * 100_000])
def test_hostile_queries_take_little_time(query: str) -> None:
    start = time.process_time()
    parse(query)
    assert time.process_time() - start < 2
