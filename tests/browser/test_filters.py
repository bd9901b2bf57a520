"""Filters as chips: typed or chosen, counted for the query, with the keyboard, and in the link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, hits, open_dialog, status, type_query

from knowledge_base import open_published

pytestmark = pytest.mark.browser


def query_of(page: Page) -> str:
    return page.locator(".kb-dialog__input").input_value()


def test_a_filter_that_is_typed_is_a_chip_that_can_be_removed(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, 'http tag:routing tag:"http timeouts" store:api')
    type_query(page, "http tag:routing store:api")
    expect_titles(page, ["Router"])
    chips = page.locator(".kb-chip")
    expect(chips).to_have_text(["Store api×", "Tag routing×"])
    page.get_by_role("button", name="Remove the filter Tag routing").click()
    expect_titles(page, ["Router", "Transport", "Timeouts"])
    assert query_of(page) == "http store:api"
    expect(page.locator(".kb-dialog__input")).to_be_focused()


def test_filters_are_counted_for_the_query_and_chosen_with_the_keyboard(page: Page, site: Site) -> None:
    served = site()
    published = open_published(served.root / "assets" / "knowledge" / "index")
    page.goto(served.url)
    open_dialog(page)
    type_query(page, "http")
    expect_titles(page, ["Router", "Transport", "Timeouts"])
    filters = page.get_by_role("button", name="Filters")
    filters.focus()
    page.keyboard.press("Enter")
    category = page.get_by_role("group", name="Category").get_by_role("button")
    expect(category).to_have_text(["architecture2", "gotchas1"])
    expect(page.get_by_role("group", name="Tag").get_by_role("button").first).to_have_text("http1")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(category.first).to_be_focused()
    page.keyboard.press("Space")
    expect_titles(page, ["Router", "Transport"])
    assert query_of(page) == "http category:architecture"
    expect(category.first).to_have_attribute("aria-pressed", "true")
    expect(category.first).to_be_focused()
    assert published.search("http category:architecture").total == hits(page).count()
    page.keyboard.press("Space")
    expect_titles(page, ["Router", "Transport", "Timeouts"])
    expect(category.first).to_have_attribute("aria-pressed", "false")


def test_a_tag_of_several_words_is_quoted(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "timeout")
    expect_titles(page, ["Timeouts"])
    type_query(page, "http")
    page.get_by_role("button", name="Filters").click()
    page.get_by_role("button", name="http timeouts 1").click()
    assert query_of(page) == 'http tag:"http timeouts"'
    expect_titles(page, ["Timeouts"])


def test_filters_are_in_the_link(page: Page, site: Site) -> None:
    page.goto(f"{site().url}?q=http+category%3Agotchas")
    expect_titles(page, ["Timeouts"])
    expect(page.locator(".kb-chip")).to_have_text(["Category gotchas×"])


def test_an_unknown_tag_is_answered_with_the_nearest(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "http tag:routng")
    expect(status(page)).to_contain_text('did you mean "routing"')
    expect(page.get_by_role("button", name="Try again")).not_to_be_visible()
    type_query(page, "http tag:routing")
    expect_titles(page, ["Router"])


def test_filters_without_hits_can_be_left_out(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "spaces category:gotchas")
    expect(status(page)).to_contain_text("with these filters")
    page.get_by_role("button", name="Search without filters").click()
    expect_titles(page, ["Tabs"])
    assert query_of(page) == "spaces"


def test_no_hits_offer_the_nearest_words_and_the_pages_that_always_apply(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "http routng")
    type_query(page, "routng")
    expect(status(page)).to_contain_text("no entry knows “routng”")
    page.get_by_role("button", name="routing").click()
    expect_titles(page, ["Router"])
    assert query_of(page) == "routing"
    type_query(page, "errors")
    expect(page.locator(".kb-help")).to_contain_text("Always-applied")
    page.locator(".kb-help a", has_text="Errors").click()
    expect(page.locator("h1")).to_contain_text("Errors")
