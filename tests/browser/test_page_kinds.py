"""Every kind of page: accessible, readable at any size and without scripts, and at work with them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.axe import set_scheme, violations
from tests.browser.kinds import KINDS, build
from tests.browser.serving import Served

pytestmark = pytest.mark.browser

STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'"


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(scheme: str, width: int, page: Page, kinds: Served) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        set_scheme(page, scheme)
        page.evaluate("for (const node of document.querySelectorAll('details')) node.open = true")
        assert violations(page, "article") == [], kind


@pytest.mark.parametrize("width", [360, 427])  # 427: 1280 at 300 %
def test_nothing_is_wider_than_the_screen(width: int, page: Page, kinds: Served) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind


def test_every_kind_of_page_is_whole_without_scripts(browser: Browser, kinds: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    texts: dict[str, str] = {}
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        assert page.locator("h1").count() == 1, kind
        assert page.locator(".kb-ask:visible, .kb-tools").count() == 0, kind
        texts[kind] = page.locator("article.md-content__inner").inner_text()
    page.goto(kinds.url + KINDS["home"])
    for link in ("Decisions", "Always applied", "Glossary", "api", "All 5 tags"):
        page.goto(kinds.url + KINDS["home"])
        page.locator("article").get_by_role("link", name=link, exact=True).first.click()
        expect(page.locator("h1")).to_have_count(1)
        assert page.url != kinds.url + KINDS["home"]
    context.close()
    assert "What bites?" in texts["home"]
    assert "2026-01-02" in texts["home"]
    assert "Timeouts" in texts["store"]
    assert "Linked from" in texts["entry with links"]
    assert "Whose store it is." in texts["glossary"]


def rows(page: Page) -> list[str]:
    return [title.strip() for title in page.locator(".kb-entries > li:visible > a").all_inner_texts()]


def test_a_list_is_sorted_and_filtered_in_place(page: Page, kinds: Served) -> None:
    page.goto(kinds.url + KINDS["store"])
    field = page.get_by_placeholder("Filter this list")
    expect(field).to_be_visible()
    listed = rows(page)
    assert len(listed) > 5
    page.get_by_label("Sort").select_option("by title")
    assert rows(page) == sorted(listed, key=str.lower)
    field.fill("about learnings")
    expect(page.locator(".kb-tools output")).to_have_text(f"3 of {len(listed)}")
    assert rows(page) == ["ab", "ba", "c"]
    field.fill("zzz")
    expect(page.locator(".kb-entries > li:visible")).to_have_count(0)
    field.fill("")
    page.get_by_label("Sort").select_option("as listed")
    assert rows(page) == listed
    assert [path for path in kinds.requests if path.endswith("/page.js")]


def test_lists_and_the_search_field_work_after_instant_navigation(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    served = build(tmp_path_factory, features=["navigation.instant"])
    page.goto(served.url + KINDS["home"])
    page.evaluate("window.isSamePage = true")
    for _ in range(2):
        page.locator(".kb-ask").click()
        expect(page.locator("dialog.kb-dialog")).to_be_visible()
        page.keyboard.press("Escape")
        page.locator("article").get_by_role("link", name="api", exact=True).click()
        expect(page.locator(".kb-tools")).to_have_count(1)
        page.get_by_placeholder("Filter this list").fill("about")
        assert rows(page) == ["ab", "ba", "c"]
        page.go_back()
        expect(page.locator(".kb-ask")).to_be_visible()
    assert page.evaluate("window.isSamePage")
    served.stop()


def test_copies_are_one_row_with_all_their_places(page: Page, kinds: Served) -> None:
    page.goto(f"{kinds.url}knowledge/categories/gotchas/")
    copy = page.locator(".kb-entries > li", has_text="Größe")
    expect(copy).to_have_count(1)
    expect(copy.locator(".kb-meta").last).to_have_text("Also in handbook: gotchas/sizes.md")
    copy.get_by_role("link", name="handbook: gotchas/sizes.md").click()
    expect(page.locator(".kb-related")).to_contain_text("api: gotchas/copy.md")


def test_forced_colours_and_reduced_motion_are_respected(page: Page, kinds: Served) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(kinds.url + KINDS["home"])
    card = page.locator(".kb-cards > li").first
    assert card.evaluate("(node) => getComputedStyle(node).borderTopStyle") == "solid"
    assert card.evaluate("(node) => getComputedStyle(node).transitionDuration") == "0s"
    page.goto(kinds.url + KINDS["entry"])
    term = page.locator(".kb-term").first
    assert term.evaluate("(node) => getComputedStyle(node).textDecorationLine") == "underline"


@pytest.mark.parametrize("how", ["keyboard", "touch"])
@pytest.mark.parametrize("kind", ["entry", "page of the docs"])
def test_a_term_says_what_it_means(how: str, kind: str, browser: Browser, kinds: Served) -> None:
    context = browser.new_context(has_touch=how == "touch", viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(kinds.url + KINDS[kind])
    term = page.get_by_role("button", name="tier", exact=True)
    expect(term).to_have_count(1)
    definition = page.locator(".kb-definition", has_text="Whose store it is.")
    expect(definition).not_to_be_visible()
    if how == "touch":
        term.tap()
    else:
        term.focus()
        page.keyboard.press("Enter")
    expect(definition).to_be_visible()
    box = definition.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    if how == "touch":
        page.locator("h1").tap()
    else:
        page.keyboard.press("Escape")
        expect(term).to_be_focused()
    expect(definition).not_to_be_visible()
    term.click()
    definition.get_by_role("link").click()
    expect(page.locator("#term-tier")).to_be_in_viewport()
    context.close()


def test_paper_gets_the_text_and_no_controls(page: Page, kinds: Served) -> None:
    page.emulate_media(media="print")
    for kind in ("entry", "always applied", "store"):
        page.goto(kinds.url + KINDS[kind])
        page.wait_for_load_state("networkidle")
        expect(page.locator("article.md-content__inner")).to_be_visible()
        assert page.locator(".kb-tools:visible, .kb-ask:visible, .kb-button:visible, .kb-screen:visible").count() == 0
    assert page.pdf()[:5] == b"%PDF-"


def test_a_language_from_right_to_left_turns_the_page(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    served = build(tmp_path_factory, language="ar")
    page.set_viewport_size({"width": 360, "height": 640})
    for kind, path in KINDS.items():
        page.goto(served.url + path)
        assert page.evaluate("document.documentElement.dir || document.body.dir") == "rtl", kind
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, kind
    page.goto(served.url + KINDS["category with a description"])
    contract = page.locator(".kb-contract")
    assert contract.evaluate("(node) => getComputedStyle(node).borderRightWidth") != "0px"
    assert contract.evaluate("(node) => getComputedStyle(node).borderLeftWidth") == "0px"
    served.stop()


def test_linked_data_breaks_no_strict_policy(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    served = build(tmp_path_factory, STRICT)
    page.add_init_script(
        "window.found = []; addEventListener('securitypolicyviolation',"
        " ({effectiveDirective}) => found.push(effectiveDirective))"
    )
    counted: dict[str, Any] = {}
    for kind in ("home", "entry", "glossary"):
        page.goto(served.url + KINDS[kind])
        expect(page.locator(".kb-button")).to_be_visible()
        counted[kind] = page.evaluate(
            "[found.filter((name) => /^script/.test(name)).length,"
            " document.querySelectorAll('[type=\"application/ld+json\"]').length]"
        )
    served.stop()
    # What is refused on every page are the scripts of the theme.
    assert counted["entry"] == [counted["home"][0], 1]
    assert counted["glossary"] == [counted["home"][0], 1]
    assert counted["home"][1] == 0
