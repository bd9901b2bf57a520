"""Fingers only, on a narrow screen: everything of the dialog can be reached, nothing is wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, hits, type_query

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def expect_to_fit(page: Page) -> None:
    widths = page.evaluate("['html', '.kb-dialog', '#kb-hits'].map((part) => document.querySelector(part).scrollWidth)")
    assert max(widths) <= 360


def test_the_whole_way_of_a_reader_with_fingers(phone: Page, site: Site) -> None:
    phone.goto(site().url)
    phone.locator(".kb-button").tap()
    expect(phone.locator(".kb-dialog__input")).to_be_focused()
    type_query(phone, "http")
    expect_titles(phone, ["Router", "Transport", "Timeouts"])
    expect_to_fit(phone)
    hits(phone).nth(1).get_by_role("button", name="Why here?").tap()
    expect(hits(phone).nth(1).locator(".kb-why")).to_be_visible()
    expect_to_fit(phone)
    phone.get_by_role("button", name="Filters").tap()
    phone.get_by_role("group", name="Category").get_by_role("button", name="gotchas").tap()
    expect_titles(phone, ["Timeouts"])
    expect_to_fit(phone)
    phone.get_by_role("group", name="Category").get_by_role("button", name="gotchas").tap()
    expect_titles(phone, ["Router", "Transport", "Timeouts"])
    hits(phone).nth(2).locator(".kb-hit__title").tap()
    expect(phone.locator("h1")).to_contain_text("Timeouts")
    phone.locator(".kb-button").tap()
    phone.locator(".kb-recent__query").tap()
    expect_titles(phone, ["Router", "Transport", "Timeouts"])
    phone.get_by_role("button", name="Close search").tap()
    expect(phone.locator("dialog.kb-dialog")).not_to_be_visible()


def test_no_hits_and_the_way_out_with_fingers(phone: Page, site: Site) -> None:
    phone.goto(site().url)
    phone.locator(".kb-button").tap()
    type_query(phone, "routng")
    expect_to_fit(phone)
    phone.locator(".kb-help").get_by_role("button", name="routing").tap()
    expect_titles(phone, ["Router"])
    hits(phone).first.locator(".kb-hit__excerpt").first.tap()
    expect(phone.locator("h1")).to_contain_text("Router")
