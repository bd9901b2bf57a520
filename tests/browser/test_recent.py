"""Recent searches: on this device only, removable, and off by a setting."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, open_dialog, type_query

pytestmark = pytest.mark.browser


def follow(page: Page, query: str, title: str) -> None:
    open_dialog(page)
    type_query(page, query)
    expect_titles(page, [title])
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(title)


def test_searches_that_led_to_a_hit_are_offered_again_and_can_be_removed(page: Page, site: Site) -> None:
    page.goto(site().url)
    follow(page, "routing", "Router")
    follow(page, "timeouts", "Timeouts")
    page.goto(site().url)
    open_dialog(page)
    recent = page.locator(".kb-recent__query")
    expect(recent).to_have_text(["timeouts", "routing"])
    type_query(page, "transport")
    expect_titles(page, ["Transport"])
    expect(recent).to_have_count(0)
    type_query(page, "")
    page.get_by_role("button", name="Remove timeouts").click()
    expect(recent).to_have_text(["routing"])
    recent.click()
    expect(page.locator(".kb-dialog__input")).to_have_value("routing")
    expect_titles(page, ["Router"])
    type_query(page, "")
    page.get_by_role("button", name="Remove all").click()
    expect(recent).to_have_count(0)
    expect(page.locator(".kb-dialog__input")).to_be_focused()
    assert page.evaluate("localStorage['kb-recent']") == "[]"


def test_the_setting_turns_them_off(page: Page, site: Site) -> None:
    page.goto(site(recent=False, sub_path="/off/").url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Router")
    assert page.evaluate("localStorage['kb-recent']") is None


def test_what_a_browser_refuses_to_keep_stops_nothing(page: Page, site: Site) -> None:
    page.add_init_script(
        """for (const name of ['getItem', 'setItem']) {
          const own = Storage.prototype[name];
          Storage.prototype[name] = function (key, ...rest) {
            if (key.startsWith('kb-')) throw new Error('refused');
            return own.call(this, key, ...rest);
          };
        }"""
    )
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Router")
