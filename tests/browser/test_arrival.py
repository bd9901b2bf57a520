"""What a page shows when the search led to it, and searches that are shared as links."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import close_dialog, expect_titles, open_dialog, status, type_query

pytestmark = pytest.mark.browser

MARKED = "() => [...(CSS.highlights.get('knowledge') ?? [])].map((range) => range.toString().toLowerCase())"


def follow_first(page: Page, query: str, title: str) -> None:
    open_dialog(page)
    type_query(page, query)
    expect_titles(page, [title])
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(title)


def expect_marks(page: Page, words: set[str]) -> None:
    page.wait_for_function(f"(wanted) => new Set(({MARKED})()).size === wanted", arg=len(words))
    assert set(page.evaluate(MARKED)) == words


@pytest.mark.parametrize("instant", [False, True])
def test_what_was_looked_for_is_marked_on_the_page_until_escape(instant: bool, page: Page, site: Site) -> None:
    served = site(instant=instant, sub_path="/arrival/")
    page.goto(served.url)
    follow_first(page, "routing", "Router")
    assert "?" not in page.url
    expect_marks(page, {"routing"})
    html = page.locator("article").inner_html()
    page.keyboard.press("Escape")
    expect_marks(page, set())
    assert page.locator("article").inner_html() == html
    page.reload()
    expect(page.locator(".kb-button")).to_be_visible()
    assert page.evaluate(MARKED) == []


@pytest.mark.parametrize("instant", [False, True])
def test_marks_come_back_with_the_page_and_are_on_no_other(instant: bool, page: Page, site: Site) -> None:
    page.goto(site(instant=instant, sub_path="/arrival/").url)
    follow_first(page, "routing", "Router")
    expect_marks(page, {"routing"})
    page.go_back()
    expect(page.locator("h1")).to_contain_text("Welcome")
    expect_marks(page, set())
    page.go_forward()
    expect(page.locator("h1")).to_contain_text("Router")
    expect_marks(page, {"routing"})


def test_a_new_tab_is_marked_too(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    expect(opened.value.locator("h1")).to_contain_text("Router")
    expect_marks(opened.value, {"routing"})


def test_a_page_that_was_reached_otherwise_is_not_marked(page: Page, site: Site) -> None:
    served = site()
    page.goto(f"{served.url}knowledge/repo/api/architecture/routing/")
    expect(page.locator(".kb-button")).to_be_visible()
    served.requests.clear()
    page.reload()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(MARKED) == []
    assert [path for path in served.requests if path.endswith("/page.js")] == []


def test_marks_cross_the_borders_of_elements(page: Page, site: Site) -> None:
    page.goto(site().url)
    follow_first(page, "routing", "Router")
    expect_marks(page, {"routing"})
    before = len(page.evaluate(MARKED))
    page.evaluate(
        """() => {
          const [line, part] = [document.createElement('p'), document.createElement('b')];
          part.append('ting');
          line.append('İ Rou', part, 's');
          document.querySelector('article').append(line);
          knowledgeBase.showArrival(location.pathname);
        }"""
    )
    assert page.evaluate(MARKED) == ["routing"] * (before + 1)


def test_a_link_opens_the_search_as_it_was(page: Page, site: Site) -> None:
    served = site()
    page.goto(f"{served.url}guide/start/?q=http+routing")
    expect(page.locator(".kb-dialog__input")).to_have_value("http routing")
    expect_titles(page, ["Router", "Transport"])
    close_dialog(page)
    page.goto(f"{served.url}?q=%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D1%3E")
    expect(status(page)).to_contain_text("<img src=x onerror=window.pwned=1>")
    assert page.evaluate("window.pwned") is None


def test_the_link_to_a_search_can_be_copied(page: Page, site: Site) -> None:
    served = site()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{served.url}guide/start/#start-here")
    open_dialog(page)
    type_query(page, "http routing tag:http")
    expect_titles(page, ["Router"])
    page.get_by_role("button", name="Copy link").click()
    expect(status(page)).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{served.url}guide/start/?q=http+routing+tag%3Ahttp"
    page.goto(link)
    expect_titles(page, ["Router"])


def test_a_link_that_the_clipboard_refuses_is_shown(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.get_by_role("button", name="Copy link").click()
    expect(status(page)).to_contain_text("?q=routing")
