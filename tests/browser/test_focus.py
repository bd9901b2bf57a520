"""Where the focus goes, and what axe-core says of the states in which a reader waits or is told why not."""

from __future__ import annotations

import threading

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.axe import set_scheme, violations
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, open_dialog, status, type_query

pytestmark = pytest.mark.browser

FOCUSED = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"


def tabs(page: Page, key: str, count: int) -> list[str]:
    """The names of what has the focus after each of so many keys."""
    reached = []
    for _ in range(count):
        page.keyboard.press(key)
        reached.append(page.evaluate(FOCUSED))
    return reached


def test_the_focus_goes_from_the_input_through_what_is_above_the_hits_to_the_hit(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "router tag:http")
    expect_titles(page, ["Router"])
    expect(page.locator(".kb-chip")).to_have_count(1)
    way = ["Close search", "Filters", "Copy link", "Remove the filter Tag http", "Router"]
    assert tabs(page, "Tab", 5) == way
    backwards = [*way[-2::-1], "Search knowledge and documentation"]
    assert tabs(page, "Shift+Tab", 5) == backwards


def test_the_focus_stays_in_the_dialog_and_returns_to_the_button(page: Page, site: Site) -> None:
    page.goto(site().url)
    page.locator(".kb-button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".kb-dialog__input")).to_be_focused()
    inside = "() => document.activeElement === document.body || Boolean(document.activeElement.closest('.kb-dialog'))"
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(inside)
    page.keyboard.press("Escape")
    expect(page.locator(".kb-button")).to_be_focused()


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_while_the_reader_waits_or_is_told_why_not(scheme: str, page: Page, site: Site) -> None:
    page.goto(site(sub_path="/wait/", palette=True).url)
    set_scheme(page, scheme)
    held: list[Route] = []
    failing = threading.Event()
    page.route("**/index/*.json", lambda route: route.abort() if failing.is_set() else held.append(route))
    open_dialog(page)
    type_query(page, "routing")
    found = {}
    expect(page.locator(".kb-dialog__progress")).to_be_visible()
    expect(status(page)).to_contain_text("Searching")
    found["loading"] = violations(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    found["slow"] = violations(page)
    failing.set()
    for route in held:
        route.abort()
    expect(status(page)).to_contain_text("search index")
    found["failed"] = violations(page)
    page.context.set_offline(True)
    type_query(page, "timeouts")
    expect(status(page)).to_contain_text("offline")
    found["offline"] = violations(page)
    page.unroute("**/index/*.json")
    page.context.set_offline(False)
    expect_titles(page, ["Timeouts"])
    type_query(page, "routing where")
    expect(page.locator(".kb-tool", has_text="weaker")).to_be_visible()
    found["weaker"] = violations(page)
    type_query(page, "http tag:ruoting")
    expect(status(page)).to_contain_text("Did you mean", ignore_case=True)
    found["unknown tag"] = violations(page)
    type_query(page, "spaces category:gotchas")
    expect(page.get_by_role("button", name="Search without filters")).to_be_visible()
    found["filtered away"] = violations(page)
    type_query(page, "")
    expect(page.locator(".kb-chip")).to_have_count(0)
    found["empty"] = violations(page)
    assert found == {state: [] for state in found}


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_in_rows_with_several_places(scheme: str, page: Page, site: Site) -> None:
    page.goto(site(stores="copies", palette=True).url)
    set_scheme(page, scheme)
    open_dialog(page)
    type_query(page, "timeout")
    expect_titles(page, ["Waiting", "Other"])
    assert violations(page) == []
