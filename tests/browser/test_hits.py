"""A hit: what it shows, where its parts lead, and why it stands where it stands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import expect_titles, hits, open_dialog, type_query

from knowledge_base import open_published

pytestmark = pytest.mark.browser


def search(page: Page, query: str, titles: list[str]) -> None:
    open_dialog(page)
    type_query(page, query)
    expect_titles(page, titles)


def test_an_excerpt_leads_to_the_section_that_holds_it(page: Page, site: Site) -> None:
    served = site()
    page.goto(served.url)
    search(page, "router", ["Transport", "Router"])
    excerpt = hits(page).first.locator(".kb-hit__excerpt")
    expect(excerpt.locator(".kb-hit__section")).to_have_text("Deep")
    expect(excerpt).to_have_attribute("href", f"{served.url}knowledge/repo/api/architecture/transport/#deep")
    excerpt.click()
    expect(page).to_have_url(f"{served.url}knowledge/repo/api/architecture/transport/#deep")
    expect(page.locator("#deep")).to_be_in_viewport()


def test_sections_of_documentation_pages_are_those_of_the_page(page: Page, site: Site) -> None:
    served = site()
    page.goto(served.url)
    search(page, "install", [])
    excerpt = hits(page, "docs").first.locator(".kb-hit__excerpt").first
    expect(excerpt).to_have_attribute("href", f"{served.url}guide/start/#start-here")


def test_tab_reaches_the_parts_of_the_active_hit_only(page: Page, site: Site) -> None:
    page.goto(site().url)
    search(page, "router", ["Transport", "Router"])
    page.keyboard.press("ArrowDown")
    row = hits(page).nth(1)
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.closest('.kb-hit')?.id ?? ''"))
    assert {found for found in reached if found} == {row.get_attribute("id")}
    page.keyboard.press("ArrowUp")
    expect(page.locator(".kb-dialog__input")).to_be_focused()
    expect(hits(page).first).to_have_attribute("aria-selected", "true")


def number(text: str) -> float:
    return float(text.replace("×", "").strip())


@pytest.mark.parametrize("how", ["key", "click"])
def test_one_key_or_click_says_why_in_numbers_that_add_up(how: str, page: Page, site: Site) -> None:
    served = site()
    page.goto(served.url)
    search(page, "http routing zzz", ["Router", "Transport"])
    if how == "key":
        page.keyboard.press("Control+i")
    else:
        hits(page).first.get_by_role("button", name="Why here?").click()
    why = hits(page).first.locator(".kb-why")
    rows = [[cell.strip() for cell in row.split("\t")] for row in why.locator("tbody").inner_text().splitlines()]
    *terms, total, coverage, score = rows
    assert [row[0] for row in terms] == ["http", "routing", "zzz"]
    assert "tag" in terms[0][1]
    assert "2 mentions" in terms[1][1]
    assert terms[2][1:] == ["not found", "0"]
    for row in terms[:2]:
        parts = [float(worth) for worth in re.findall(r"= ([\d.]+)", row[1])]
        assert sum(parts) == pytest.approx(number(row[-1]), abs=1e-3)
    assert sum(number(row[-1]) for row in terms) == pytest.approx(number(total[-1]), abs=1e-3)
    assert "2 of 3 words" in coverage[1]
    assert number(total[-1]) * number(coverage[-1]) == pytest.approx(number(score[-1]), abs=1e-3)
    hit = open_published(served.root / "assets" / "knowledge" / "index").search("http routing zzz").hits[0]
    assert number(score[-1]) == pytest.approx(hit.score, abs=1e-4)


def test_the_key_for_why_brings_the_focus_there_and_back(page: Page, site: Site) -> None:
    page.goto(site().url)
    search(page, "http routing", ["Router", "Transport"])
    page.keyboard.press("Control+i")
    expect(page.locator(".kb-why table")).to_be_focused()
    expect(page.locator(".kb-why caption")).to_contain_text("Score 18")
    page.keyboard.press("Control+i")
    expect(page.locator(".kb-why")).to_have_count(0)
    expect(page.locator(".kb-dialog__input")).to_be_focused()


def test_weaker_hits_are_counted_and_shown_on_demand(page: Page, site: Site) -> None:
    served = site()
    index = served.root / "assets" / "knowledge" / "index"
    published, docs = open_published(index), open_published(index, docs=True)
    query = "routing where"
    found = published.search(query), docs.search(query)
    dropped = sum(result.dropped for result in found)
    assert dropped > 0
    page.goto(served.url)
    search(page, "検索", ["検索の速さ"])
    weaker = page.locator(".kb-tool", has_text="weaker")
    expect(weaker).not_to_be_visible()
    type_query(page, query)
    expect(weaker).to_contain_text(str(dropped))
    expect(page.locator(".kb-hit")).to_have_count(sum(result.total for result in found))
    weaker.click()
    expect(page.locator(".kb-hit")).to_have_count(sum(result.total + result.dropped for result in found))
    expect_titles(page, [hit.title for hit in published.search(query, weaker=True).hits])
    expect(weaker).not_to_be_visible()
    expect(page.locator(".kb-dialog__input")).to_be_focused()


def test_results_keep_their_place_until_the_new_ones_are_there(page: Page, site: Site) -> None:
    page.goto(site(sub_path="/place/").url)
    search(page, "http", ["Router", "Transport", "Timeouts"])
    page.evaluate(
        """() => {
          window.seen = [];
          const list = document.querySelector('#kb-hits');
          const note = () => window.seen.push(list.querySelectorAll('.kb-hit').length);
          new MutationObserver(note).observe(list, { childList: true, attributes: true });
        }"""
    )
    page.keyboard.type(" rou", delay=30)
    expect_titles(page, ["Router", "Transport"])
    seen = page.evaluate("seen")
    assert seen
    assert 0 not in seen


def test_home_and_end_are_for_the_text(page: Page, site: Site) -> None:
    page.goto(site().url)
    search(page, "http", ["Router", "Transport", "Timeouts"])
    page.keyboard.press("PageDown")
    expect(hits(page, "docs").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("PageUp")
    expect(hits(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Home")
    page.keyboard.type("x")
    expect(page.locator(".kb-dialog__input")).to_have_value("xhttp")
    page.keyboard.press("End")
    page.keyboard.type("y")
    expect(page.locator(".kb-dialog__input")).to_have_value("xhttpy")
