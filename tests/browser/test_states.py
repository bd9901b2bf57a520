"""The states of the dialog: empty, loading, slow, failed, offline; what is announced, and how it fits."""

from __future__ import annotations

import re
import threading

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.axe import set_scheme, violations
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, hits, open_dialog, status, type_query

pytestmark = pytest.mark.browser

# What a screen reader is told: each text of the live region.
LISTEN = """
() => {
  window.told = [];
  const region = document.querySelector('.kb-dialog [role=status]');
  new MutationObserver(() => window.told.push(region.textContent)).observe(region, { childList: true });
}
"""


def test_what_is_announced_is_the_count_of_hits_or_that_there_are_none(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    expect(status(page)).to_contain_text("Words or parts of words")
    page.evaluate(LISTEN)
    type_query(page, "transport")
    expect_titles(page, ["Transport"])
    type_query(page, "zzz")
    expect(status(page)).to_contain_text("No hits for “zzz”")
    assert page.evaluate("told") == ["1 hit.", "No hits for “zzz”: no entry knows “zzz”."]
    assert status(page).get_attribute("aria-live") in (None, "polite")


def test_loading_is_told_and_shown_with_its_progress(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/slow/").url)
    free = threading.Event()
    held: list[Route] = []
    page.route("**/index/*.json", lambda route: route.continue_() if free.is_set() else held.append(route))
    open_dialog(page)
    type_query(page, "routing")
    progress = page.locator(".kb-dialog__progress")
    expect(status(page)).to_contain_text("Searching…")
    expect(progress).to_be_visible()
    expect(status(page)).to_contain_text("slow", timeout=4000)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert page.evaluate("document.querySelector('progress').max") >= 1
    share = page.locator(".kb-dialog__status > [aria-hidden]")
    expect(share).to_have_text(re.compile(r"^\d\d?%$"))
    free.set()
    for route in held:
        route.continue_()
    expect_titles(page, ["Router"])
    expect(progress).not_to_be_visible()
    expect(share).to_have_text("")


def test_offline_is_told_and_the_search_goes_on_by_itself(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/offline/").url)
    page.context.set_offline(True)
    open_dialog(page)
    page.keyboard.type("transport")
    expect(status(page)).to_contain_text("offline")
    page.context.set_offline(False)
    expect_titles(page, ["Transport"])


def test_an_index_that_does_not_answer_offline_is_told_too(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/offline/").url)
    page.route("**/index/**", lambda route: route.abort())
    open_dialog(page)
    type_query(page, "transport")
    expect(status(page)).to_contain_text("does not answer")
    page.context.set_offline(True)
    type_query(page, "timeouts")
    expect(status(page)).to_contain_text("offline")
    page.unroute("**/index/**")
    page.context.set_offline(False)
    expect_titles(page, ["Timeouts"])


def test_a_part_that_cannot_be_fetched_leaves_the_hits(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/parts/").url)
    for name in ("filters", "recent", "why", "help"):
        page.route(f"**/{name}.js", lambda route: route.abort())
    open_dialog(page)
    type_query(page, "http category:architecture")
    expect_titles(page, ["Router", "Transport"])
    page.keyboard.press("Control+i")
    type_query(page, "transport")
    expect_titles(page, ["Transport"])


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_in_any_state(scheme: str, width: int, page: Page, site: Site) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site(sub_path="/axe/", palette=True).url)
    set_scheme(page, scheme)
    page.evaluate("""localStorage['kb-recent'] = '["routing", "http tag:routing"]'""")
    open_dialog(page)
    expect(page.locator(".kb-recent__query")).to_have_count(2)
    found = {"recent": violations(page)}
    type_query(page, "http routing zzz")
    expect_titles(page, ["Router", "Transport"])
    found["hits"] = violations(page)
    page.keyboard.press("Control+i")
    expect(page.locator(".kb-why")).to_be_visible()
    found["why"] = violations(page)
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("group", name="Category")).to_be_visible()
    found["filters"] = violations(page)
    type_query(page, "http tag:routing")
    expect(page.get_by_role("button", name="routing 1", pressed=True)).to_be_visible()
    found["chosen"] = violations(page)
    page.get_by_role("button", name="Filters").click()
    type_query(page, "routng")
    expect(page.locator(".kb-help")).to_be_visible()
    found["no hits"] = violations(page)
    assert found == {state: [] for state in found}


def test_axe_finds_nothing_in_a_failure(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/axe/").url)
    page.route("**/index/*.json", lambda route: route.abort())
    open_dialog(page)
    type_query(page, "timeouts")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(status(page)).to_have_text(re.compile(r"^The search index does not answer at [^ ]+/index/manifest.json\.$"))
    assert violations(page) == []


SMALL = """
(least) => [...document.querySelectorAll('.kb-dialog button, .kb-dialog a')]
  .filter((part) => part.checkVisibility() && !part.matches('.kb-hit__excerpt'))
  .map((part) => {
    const { width, height } = part.matches('.kb-hit__title')
      ? part.closest('.kb-hit').getBoundingClientRect() : part.getBoundingClientRect();
    return [part.textContent, width, height];
  })
  .filter(([, width, height]) => width < least || height < least)
"""


def test_what_is_touched_is_large_enough_at_360_pixels(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(site().url)
    page.evaluate("""localStorage['kb-recent'] = '["routing"]'""")
    open_dialog(page)
    expect(page.locator(".kb-recent__query")).to_have_count(1)
    assert page.evaluate(SMALL, 44) == []
    type_query(page, "http routing")
    expect_titles(page, ["Router", "Transport"])
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("group", name="Category")).to_be_visible()
    assert page.evaluate(SMALL, 44) == []
    assert page.evaluate("document.querySelector('.kb-dialog').scrollWidth") <= 360


# A page of 1280 by 900 pixels at 300 %.
@pytest.mark.parametrize("size", [{"width": 427, "height": 300}, {"width": 320, "height": 568}])
def test_nothing_is_out_of_reach_at_300_percent(size: dict[str, int], page: Page, site: Site) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "http")
    expect_titles(page, ["Router", "Transport", "Timeouts"])
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(hits(page).nth(2)).to_be_in_viewport()
    assert page.evaluate("document.querySelector('#kb-hits').scrollWidth") <= size["width"]


def test_from_right_to_left_the_active_hit_is_marked_at_the_right(page: Page, site: Site) -> None:
    page.goto(site().url)
    page.evaluate("document.body.dir = 'rtl'")
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    style = "getComputedStyle(document.querySelector('.kb-hit[aria-selected=true]'))"
    assert page.evaluate(f"parseFloat({style}.borderRightWidth)") > 0
    assert page.evaluate(f"parseFloat({style}.borderLeftWidth)") == 0
    title, why = (page.locator(f".kb-hit {part}").first.bounding_box() for part in (".kb-hit__title", ".kb-hit__why"))
    assert title
    assert why
    assert title["x"] > why["x"]


def test_forced_colours_outline_the_active_hit_and_nothing_moves(page: Page, site: Site) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(site().url)
    open_dialog(page)
    type_query(page, "routing")
    expect_titles(page, ["Router"])
    style = "getComputedStyle(document.querySelector('.kb-hit[aria-selected=true]'))"
    assert page.evaluate(f"{style}.outlineStyle") == "solid"
    assert page.evaluate("document.querySelector('dialog.kb-dialog').getAnimations({subtree: true}).length") == 0


def test_the_dialog_is_not_printed(page: Page, site: Site) -> None:
    page.goto(site().url)
    open_dialog(page)
    page.emulate_media(media="print")
    expect(page.locator("dialog.kb-dialog")).not_to_be_visible()
    expect(page.locator("article")).to_be_visible()
