"""The search works wherever a site may be put: each condition of the design is a test."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Site
from tests.browser.dialog import close_dialog, expect_titles, hits, open_dialog, status, type_query

STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'"
TRUSTED_TYPES = "require-trusted-types-for 'script'"
VIOLATIONS = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push({
  file: event.sourceFile, directive: event.effectiveDirective, sample: event.sample, blocked: event.blockedURI,
}));
"""

pytestmark = pytest.mark.browser


def search_and_open(page: Page, base: str) -> None:
    """The whole way of a reader: open, type, see the right order, follow the first hit."""
    open_dialog(page)
    type_query(page, "http routing")
    expect_titles(page, ["Router", "Transport"])
    expect_titles(page, ["Start here"], "docs")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Router")
    assert page.url.startswith(base)
    expect(page.locator("dialog.kb-dialog")).not_to_be_visible()


CONDITIONS: dict[str, dict[str, Any]] = {
    "at the root": {},
    "below a sub-path": {"sub_path": "/team/docs/"},
    "without directory URLs": {"directory_urls": False},
    "with instant navigation": {"instant": True},
    "with instant navigation below a sub-path": {"instant": True, "sub_path": "/team/docs/"},
    "without directory URLs below a sub-path": {"directory_urls": False, "sub_path": "/team/docs/"},
    "knowledge before search": {"plugins": ("knowledge", "search")},
    "knowledge alone": {"plugins": ("knowledge",)},
    "knowledge alone with instant navigation": {"plugins": ("knowledge",), "instant": True},
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_search_works(condition: str, page: Page, site: Site) -> None:
    served = site(**CONDITIONS[condition])
    page.goto(f"{served.url}guide/start/" if CONDITIONS[condition].get("directory_urls", True) else served.url)
    search_and_open(page, served.url)


@pytest.mark.parametrize("plugins", [("search", "knowledge"), ("knowledge", "search"), ("knowledge",)])
def test_nothing_is_fetched_before_the_dialog_opens_and_never_the_other_index(
    plugins: tuple[str, ...], page: Page, site: Site
) -> None:
    served = site(plugins=plugins, sub_path="/fetched/")
    other = served.root / "search" / "search_index.json"
    assert not other.exists() or '"docs":[]' in other.read_text("utf-8").replace(" ", "")
    served.requests.clear()
    page.goto(served.url)
    page.wait_for_load_state("networkidle")
    assert [path for path in served.requests if "/index/" in path] == []
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    page.wait_for_load_state("networkidle")
    assert any(path.endswith("/index/manifest.json") for path in served.requests)
    assert [path for path in served.requests if "search_index" in path] == []


def test_the_index_is_asked_for_while_the_script_that_reads_it_is_on_its_way(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/early/").url)
    held: list[Route] = []
    asked: list[str] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/knowledge/search.js", hold)
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/index/manifest.json"), page.expect_request("**/index/docs/manifest.json"):
        open_dialog(page)
    for route in held:
        route.continue_()
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    assert len(held) == 1
    assert len([url for url in asked if url.endswith("manifest.json")]) == 2


def test_search_works_on_a_404_page_two_levels_deep(page: Page, site: Site) -> None:
    served = site(sub_path="/team/docs/")
    page.goto(f"{served.url}no/such/page/")
    expect(page.locator("h1")).to_contain_text("404")
    search_and_open(page, served.url)


def test_search_works_on_pages_opened_from_disk(page: Page, site: Site) -> None:
    served = site(directory_urls=False, site_url=False)
    root = served.root.resolve().as_uri()
    page.goto(f"{root}/knowledge/repo/api/architecture/transport.html")
    search_and_open(page, root)
    open_dialog(page)
    type_query(page, "検索")
    expect_titles(page, ["検索の速さ"])
    page.keyboard.press("Control+i")
    expect(page.locator(".kb-why")).to_be_visible()
    type_query(page, "http")
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("group", name="Category")).to_be_visible()
    type_query(page, '"no* timeout"')
    expect_titles(page, ["Timeouts"])
    expect(hits(page).first.locator(".kb-hit__excerpt").first).to_have_attribute("href", re.compile("#"))
    type_query(page, "routng")
    expect(page.locator(".kb-help")).to_contain_text("routing")
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Router")
    page.wait_for_function("CSS.highlights.get('knowledge')?.size > 0")
    open_dialog(page)
    expect(page.locator(".kb-recent__query")).to_have_text(["routing", "http routing"])


def test_search_works_under_a_strict_policy_without_a_violation_of_ours(page: Page, site: Site) -> None:
    served = site(policy=STRICT, sub_path="/strict/")
    page.add_init_script(VIOLATIONS)
    for path in ("", "knowledge/", "knowledge/categories/decisions/", "knowledge/repo/api/architecture/transport/"):
        page.goto(served.url + path)
        open_dialog(page)
        type_query(page, "http routing")
        expect_titles(page, ["Router", "Transport"])
        found = page.evaluate("violations")
        assert [seen for seen in found if "/assets/knowledge/" in seen["file"]] == []
        # The listener works: the inline scripts of the theme are refused.
        assert found != []


def test_trusted_types_are_enforced_without_a_violation_of_ours(page: Page, site: Site) -> None:
    served = site(policy=TRUSTED_TYPES, sub_path="/typed/")
    page.add_init_script(VIOLATIONS)
    page.goto(served.url)
    open_dialog(page)
    type_query(page, "http routing")
    expect_titles(page, ["Router", "Transport"])
    found = page.evaluate("violations")
    assert [seen for seen in found if "/assets/knowledge/" in seen["file"]] == []
    page.evaluate("() => { try { document.body.innerHTML = '<b>' } catch {} }")
    page.wait_for_function("violations.some((seen) => seen.sample.includes('innerHTML'))")


def test_instant_navigation_leaves_one_button_and_one_dialog(page: Page, site: Site) -> None:
    served = site(instant=True, sub_path="/team/docs/")
    page.goto(served.url, wait_until="networkidle")  # the theme takes links over when it has the map of the site
    page.evaluate("window.kept = true")
    for name, title in (("Start", "Start here"), ("Knowledge", "Knowledge"), ("Home", "Welcome")) * 2:
        open_dialog(page)
        close_dialog(page)
        page.locator(f".md-nav--primary >> text='{name}'").first.click()
        expect(page.locator("h1")).to_contain_text(title)
    assert page.evaluate("window.kept"), "the page was loaded anew, so this tested nothing"
    expect(page.locator("dialog.kb-dialog")).to_have_count(1)
    expect(page.locator(".kb-button")).to_have_count(1)
    search_and_open(page, served.url)
    assert page.evaluate("window.kept")


def test_a_missing_index_is_told_and_can_be_tried_again(page: Page, site: Site) -> None:
    served = site(sub_path="/missing/")
    page.goto(served.url)
    page.route("**/index/manifest.json", lambda route: route.abort())
    open_dialog(page)
    expect(status(page)).to_contain_text("search index", timeout=3000)
    with page.expect_event("requestfailed"):
        type_query(page, "routing")
    page.unroute("**/index/manifest.json")
    page.get_by_role("button", name="Try again").click()
    expect_titles(page, ["Router"])


@pytest.mark.parametrize("answer", ["<!doctype html>", '{"format":99}', ""])
def test_an_index_of_another_kind_is_told(answer: str, page: Page, site: Site) -> None:
    served = site(sub_path="/missing/")
    page.goto(served.url)
    page.route("**/index/manifest.json", lambda route: route.fulfill(body=answer, content_type="application/json"))
    open_dialog(page)
    type_query(page, "routing")
    expect(status(page)).to_contain_text("search index", timeout=3000)
    expect(hits(page)).to_have_count(0)
