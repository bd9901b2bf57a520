"""What can be typed: phrases and filters, and what is said of a filter that reaches nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, hits, open_dialog, status, type_query

pytestmark = pytest.mark.browser


def test_a_phrase_is_found_and_marked_as_one(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, '"routing  meets"')
    expect_titles(page, ["Router"])
    expect(hits(page).first.locator("mark")).to_have_text("routing meets")


def test_typed_filters_narrow_the_hits(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "http category:gotchas")
    expect_titles(page, ["Timeouts"])
    type_query(page, "http tag:routing")
    expect_titles(page, ["Router"])


def test_an_unknown_value_is_refused_with_the_nearest(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "http tag:ruoting")
    expect(status(page)).to_contain_text('Did you mean "routing"?', ignore_case=True)


def test_copies_are_one_row_with_all_their_places(page: Page, site: Site) -> None:
    page.goto(site(stores="copies").url)
    open_dialog(page)
    type_query(page, "timeout")
    expect_titles(page, ["Waiting", "Other"])
    expect(hits(page).first.locator(".kb-hit__place")).to_have_text(
        ["repo/hostile › decisions", "repo/hostile:gotchas/a.md"]
    )
    expect(status(page)).to_contain_text("3 hits")
