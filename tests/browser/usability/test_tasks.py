"""What people come for, each from a page of the documentation, in at most six steps."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.serving import Served
from tests.browser.usability import team_site
from tests.browser.usability.reader import Reader

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = team_site.build(tmp_path_factory.mktemp("team"))
    yield served
    served.stop()


@pytest.fixture
def reader(page: Page, team: Served) -> Reader:
    """Someone who reads a guide."""
    return Reader(page, f"{team.url}guide/write-an-entry/")


def test_find_the_rule_about_messages(reader: Reader) -> None:
    reader.click(reader.navigation("Knowledge"))
    reader.click(reader.link("Conventions"))
    reader.click(reader.page.get_by_placeholder("Filter this list"))
    reader.type("message says")
    reader.click(reader.link("A message says what is wrong, where, and what to do"))
    expect(reader.heading).to_have_text("A message says what is wrong, where, and what to do")
    expect(reader.page.get_by_text("Never show a traceback to a user")).to_be_in_viewport()
    assert len(reader.steps) <= 5, reader.steps


def test_where_does_this_come_from(reader: Reader) -> None:
    reader.search("utf-16")
    reader.press("Enter")
    reader.click(reader.page.get_by_text("Details", exact=True))
    panel = reader.page.locator(".kb-panel")
    expect(panel).to_contain_text("gotchas/javascript-sorts-utf16.md")
    expect(panel.get_by_text("Synced from")).to_be_in_viewport()
    expect(panel).to_contain_text(team_site.OLD_DAY)
    assert len(reader.steps) <= 4, reader.steps


def test_what_else_has_this_tag(reader: Reader) -> None:
    reader.search("utf-16")
    reader.press("Enter")
    reader.click(reader.page.locator(".kb-panel").get_by_role("link", name="unicode"))
    expect(reader.heading).to_have_text("unicode")
    expect(reader.link("Python and JavaScript disagree about what a blank is")).to_be_in_viewport()
    assert len(reader.steps) <= 4, reader.steps


def test_why_is_this_first(reader: Reader) -> None:
    reader.search("index shards")
    reader.press("Control+i")
    why = reader.chosen.get_by_role("table")
    expect(why).to_be_in_viewport()
    expect(why.get_by_role("rowheader")).to_have_text(["index", "shards", "Sum", "Coverage", "Score"])
    assert len(reader.steps) <= 3, reader.steps


def test_send_a_colleague_this_search(reader: Reader, browser: Browser) -> None:
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.search("unicode tag:order")
    title = "JavaScript sorts strings by UTF-16 units"
    expect(reader.chosen.locator(".kb-hit__title")).to_have_text(title)
    reader.click(reader.page.get_by_role("button", name="Copy link"))
    expect(reader.page.get_by_role("status")).to_contain_text("copied")
    link = reader.page.evaluate("navigator.clipboard.readText()")
    assert parse_qs(urlsplit(link).query) == {"q": ["unicode tag:order"]}
    context = browser.new_context()
    colleague = context.new_page()
    colleague.goto(link)
    expect(colleague.locator(".kb-hit[aria-selected=true] .kb-hit__title")).to_have_text(title)
    expect(colleague.locator(".kb-chip")).to_contain_text("order")
    context.close()
    assert len(reader.steps) <= 3, reader.steps


def test_what_changed_last_week(reader: Reader) -> None:
    reader.click(reader.navigation("Knowledge"))
    newest = reader.page.locator(".kb-newest > li").first
    reader.scroll_to(newest)
    expect(newest).to_be_in_viewport()
    expect(newest).to_contain_text(team_site.NEWEST)
    expect(newest.locator("time")).to_have_text(team_site.NEW_DAY)
    assert len(reader.steps) <= 2, reader.steps


def test_read_all_conventions_on_paper(reader: Reader) -> None:
    reader.click(reader.navigation("Knowledge"))
    reader.click(reader.link("Always applied"))
    expect(reader.heading).to_have_text("Always applied")
    reader.press("Control+p")
    page = reader.page
    page.emulate_media(media="print")
    conventions = page.locator(".kb-always > h2", has_text="Conventions")
    expect(conventions.first).to_be_visible()
    assert page.locator(".kb-always > article:visible").count() == page.locator(".kb-always > article").count() > 50
    expect(page.get_by_text("Never show a traceback to a user")).to_be_visible()
    assert page.locator(".md-header:visible, .md-sidebar:visible, .kb-button:visible, .kb-screen:visible").count() == 0
    assert page.pdf().startswith(b"%PDF-")
    assert len(reader.steps) <= 3, reader.steps


@pytest.mark.parametrize(
    ("query", "title", "found"),
    [
        pytest.param("remedia", "Validation that must suggest remediation", "remediation", id="half a word"),
        pytest.param("c++ rejected", "Programming languages", "rejected because it's a mess", id="a name with signs"),
        pytest.param("한국어", team_site.NEWEST, "한국어 검색어와", id="a Korean word"),
    ],
)
def test_find_by(query: str, title: str, found: str, reader: Reader) -> None:
    reader.search(query)
    expect(reader.chosen.locator("mark", has_text=query.split(maxsplit=1)[0]).first).to_be_visible()
    reader.press("Enter")
    expect(reader.heading).to_contain_text(title)
    expect(reader.page.locator("article").get_by_text(found).first).to_be_attached()
    assert len(reader.steps) <= 3, reader.steps
