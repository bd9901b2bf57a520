"""The dialog: what a reader sees in it, and that a keyboard is enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.axe import set_scheme, violations
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, hits, open_dialog, status, type_query

from knowledge_base import open_published

pytestmark = pytest.mark.browser

QUERIES = (
    "http",
    "routing",
    "http routing",
    "time",
    "検索",
    "c++",
    ".env",
    "größe",
    "ISTANBUL",
    "οδος",
    "a",
    "the http zzz",
)


def test_the_order_is_that_of_the_command(page: Page, site: Site) -> None:
    served = site()
    index = served.root / "assets" / "knowledge" / "index"
    published, docs = open_published(index), open_published(index, docs=True)
    page.goto(served.url)
    open_dialog(page)
    for query in QUERIES:
        type_query(page, query)
        expect_titles(page, [hit.title for hit in published.search(query, limit=20).hits])
        expect_titles(page, [hit.title for hit in docs.search(query, limit=10).hits], "docs")


def test_a_hit_shows_why_it_is_one(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing zzz")
    first = hits(page).first
    expect(first).to_contain_text("architecture")
    expect(first).to_contain_text("repo/api")
    expect(first.locator(".kb-hit__tag")).to_have_text(["http", "routing"])
    expect(first.locator("mark").first).to_have_text("routing")
    expect(first.locator("s")).to_have_text("zzz")


def test_docs_pages_can_be_left_out(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Start here", "Welcome"], "docs")


def test_always_applied_entries_are_no_hits(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "say what to do")
    expect(status(page)).to_contain_text("hits")
    expect(page.locator(".kb-hit__title", has_text="Errors")).to_have_count(0)


@pytest.mark.parametrize("key", ["/", "Control+k", "Meta+k"])
def test_keys_open_it_and_escape_gives_the_focus_back(key: str, page: Page, site: Site) -> None:
    page.goto(site().url)
    page.locator("a.md-header__button.md-logo").focus()
    page.keyboard.press(key)
    expect(page.locator(".kb-dialog__input")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.kb-dialog")).not_to_be_visible()
    expect(page.locator("a.md-header__button.md-logo")).to_be_focused()


def test_a_slash_that_is_typed_elsewhere_stays_a_slash(page: Page, site: Site) -> None:
    page.goto(site().url)
    page.evaluate("document.querySelector('article').append(document.createElement('textarea'))")
    page.locator("textarea").press_sequentially("a/b")
    expect(page.locator("textarea")).to_have_value("a/b")
    expect(page.locator("dialog.kb-dialog")).to_have_count(0)


def test_the_keyboard_moves_through_both_lists_and_opens(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    page.keyboard.type("routing")
    expect_titles(page, ["Router"])
    selected = page.locator(".kb-hit[aria-selected=true]")
    expect(selected).to_contain_text("Router")
    page.keyboard.press("ArrowDown")
    expect(selected).to_contain_text("Start here")
    expect(page.locator(".kb-dialog__input")).to_have_attribute(
        "aria-activedescendant", selected.get_attribute("id") or ""
    )
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(selected).to_contain_text("Welcome")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Start here")


def test_a_modified_click_opens_a_new_tab(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    expect(opened.value.locator("h1")).to_have_text("Router")
    expect(page.locator("dialog.kb-dialog")).to_be_visible()


def test_composition_searches_when_it_ends(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "けんさく", "selectionStart": 4, "selectionEnd": 4})
    page.keyboard.press("Enter")
    expect(page.locator("dialog.kb-dialog")).to_be_visible()
    expect(hits(page)).to_have_count(0)
    session.send("Input.insertText", {"text": "検索"})
    expect_titles(page, ["検索の速さ"])


@pytest.mark.parametrize("query", ["(", "\\", "$&", "__proto__", "constructor", "x" * 10_000, "<b>", "*", "[a-"])
def test_every_text_is_a_query(query: str, page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, query)
    expect(status(page)).to_contain_text("hit")
    type_query(page, "routing")
    expect_titles(page, ["Router"])


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing(scheme: str, width: int, page: Page, site: Site) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site(palette=True).url)
    set_scheme(page, scheme)
    assert violations(page, ".kb-search") == []
    open_dialog(page)
    assert violations(page) == []
    type_query(page, "http")
    expect_titles(page, ["Router", "Transport", "Timeouts"])
    assert violations(page) == []
    type_query(page, "zzz")
    expect(status(page)).to_contain_text("No hits")
    assert violations(page) == []


@pytest.mark.parametrize("path", ["", "categories/decisions/", "stores/repo/api/", "tags/http/", "always-applied/",
                                  "repo/api/architecture/transport/"])  # fmt: skip
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_on_pages(path: str, scheme: str, page: Page, site: Site) -> None:
    page.goto(f"{site(palette=True).url}knowledge/{path}")
    set_scheme(page, scheme)
    assert violations(page, "article") == []


def test_the_first_hits_come_alone_and_the_rest_when_they_are_scrolled_to(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 600, "height": 400})
    page.goto(site(stores="hostile").url)
    open_dialog(page)
    type_query(page, "evil")
    expect(hits(page)).to_have_count(5)
    expect(page.locator(".kb-hits__more")).to_contain_text("more hits")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(hits(page)).to_have_count(16)
    expect(hits(page).nth(4)).to_have_attribute("aria-selected", "true")


def note_asked(page: Page) -> None:
    """Notes in `asked` what the dialog searches from now on."""
    page.evaluate(
        """() => {
          const { askAll } = knowledgeBase;
          window.asked = [];
          knowledgeBase.askAll = (query, options) => {
            window.asked.push(query);
            return askAll(query, options);
          };
        }"""
    )


def test_what_is_typed_fast_is_searched_once_it_pauses(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    note_asked(page)
    page.keyboard.press("Control+a")
    page.keyboard.type("transport")
    expect_titles(page, ["Transport"])
    asked = page.evaluate("asked")
    assert asked[-1] == "transport"
    assert len(asked) <= 2


@pytest.mark.parametrize("unfinished", ["tr", 'http "transport la'])
def test_what_is_not_finished_is_waited_for_longer(unfinished: str, page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    expect(status(page)).to_contain_text("Words or parts of words")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    note_asked(page)
    page.keyboard.insert_text(unfinished)
    page.clock.run_for(300)
    assert page.evaluate("asked") == []
    page.clock.run_for(200)
    assert page.evaluate("asked") == [unfinished]


def test_a_site_that_was_published_meanwhile_is_searched_again(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/meanwhile/").url)
    open_dialog(page)
    expect(status(page)).to_contain_text("Words or parts of words")
    # As after a new deploy: of the index that the page has open, no shard is there; the manifest names those that are.
    asked: list[str] = []

    def serve_new(route: Route) -> None:
        asked.append(route.request.url.rsplit("/", 1)[1])
        if "manifest.json" in asked:
            route.continue_()
        else:
            route.fulfill(status=404)

    page.route("**/index/*.json", serve_new)
    type_query(page, "timeout")
    expect_titles(page, ["Timeouts"])
    assert asked[0] != "manifest.json"
    assert "manifest.json" in asked
