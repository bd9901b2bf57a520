"""The pages of the knowledge base, and that nothing in an entry can act on a reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.dialog import close_dialog, hits, open_dialog, status, type_query
from tests.browser.sites import STORES

pytestmark = pytest.mark.browser


def test_home_leads_to_everything(page: Page, site: Site) -> None:
    served = site()
    page.goto(f"{served.url}knowledge/")
    for name, title in (("Decisions", "Decisions"), ("api", "api"), ("Always applied", "Always applied")):
        page.goto(f"{served.url}knowledge/")
        page.locator("article").get_by_role("link", name=name, exact=True).first.click()
        expect(page.locator("h1")).to_have_text(title)


def test_an_entry_shows_where_it_is_from(page: Page, site: Site) -> None:
    page.goto(f"{site().url}knowledge/repo/api/architecture/routing/")
    panel = page.locator("aside.kb-panel")
    for text in ("api", "architecture", "http", "architecture/routing.md"):
        expect(panel).to_contain_text(text)
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("h1")).to_have_text("Router")


def test_links_between_entries_and_images_work(page: Page, site: Site) -> None:
    page.goto(f"{site().url}knowledge/repo/api/architecture/transport/")
    body = page.locator(".kb-entry")
    assert page.evaluate("document.querySelector('.kb-entry img').naturalWidth") == 1
    dead = body.get_by_text("nothing", exact=True)
    assert dead.get_attribute("href") is None
    body.get_by_role("link", name="a decision").click()
    expect(page.locator("h1")).to_have_text("Tabs")
    page.go_back()
    page.locator(".kb-entry").get_by_role("link", name="the router").click()
    expect(page.locator("h1")).to_have_text("Router")
    assert page.url.endswith("#router")
    expect(page.locator("#router")).to_have_text("Router")


def test_a_category_shows_its_contract_and_what_a_person_wrote(page: Page, site: Site) -> None:
    page.goto(f"{site().url}knowledge/categories/decisions/")
    expect(page.locator(".kb-contract")).to_contain_text("Choices and their reasons")
    expect(page.locator(".kb-readme")).to_contain_text("Written by a person")
    page.locator(".kb-readme").get_by_role("link", name="tabs").click()
    expect(page.locator("h1")).to_have_text("Tabs")


def test_always_applied_entries_stand_on_one_page(page: Page, site: Site) -> None:
    page.goto(f"{site().url}knowledge/always-applied/")
    expect(page.locator(".kb-always article")).to_have_count(2)
    expect(page.locator(".kb-always")).to_contain_text("Say what to do.")
    expect(page.locator(".kb-always")).to_contain_text("Whose store it is.")
    ids = page.evaluate("[...document.querySelectorAll('.kb-always [id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


def test_hostile_text_stays_text(page: Page, site: Site) -> None:
    served = site(stores="hostile")
    paths = [
        file.relative_to(served.root).as_posix().removesuffix("index.html")
        for file in sorted((served.root / "knowledge").rglob("index.html"))
    ]
    assert len(paths) > len(STORES["hostile"])
    for path in paths:
        page.goto(served.url + "/".join(map(encode, path.split("/"))))
        assert page.evaluate("window.pwned") is None, path
        assert page.evaluate(INERT) == [], path
        expect(page.locator("h1").first).to_be_visible()
    for query in ("evil", "<script>", "javascript:", "onerror", "script", "\u202e"):
        open_dialog(page)
        type_query(page, query)
        expect(status(page)).to_contain_text("hit")
        expect(hits(page).first).to_be_visible()
        assert page.evaluate("window.pwned") is None
        assert page.evaluate("[...document.querySelectorAll('.kb-hit a')].every((a) => a.protocol === 'http:')")
        close_dialog(page)


# What could act inside the content: handlers, scripts, frames, forms, links of other schemes, ids of the theme.
INERT = """
[...document.querySelectorAll('article *')].filter((node) =>
  /^(script|iframe|object|embed|form|style|base|meta|link)$/.test(node.localName)
  || [...node.attributes].some(({name}) => name.startsWith('on') || name === 'srcdoc')
  || (node.localName === 'a' && node.hasAttribute('href') && !/^https?:$/.test(node.protocol))
  || /^__/.test(node.id)
).map((node) => node.outerHTML.slice(0, 200))
"""


def encode(part: str) -> str:
    return part.replace("%", "%25").replace("#", "%23").replace("?", "%3F")


def test_hostile_entries_can_all_be_opened_from_the_search(page: Page, site: Site) -> None:
    served = site(stores="hostile")
    page.goto(served.url)
    open_dialog(page)
    type_query(page, "evil scheme")
    hits(page).filter(has_text="evil scheme").first.click()
    expect(page.locator("h1")).to_have_text("evil scheme")
    open_dialog(page)
    type_query(page, "evil characters")
    hits(page).filter(has_text="evil characters").first.click()
    expect(page.locator("h1")).to_have_text("evil characters")
    page.locator(".kb-entry").get_by_role("link", name="itself").click()
    expect(page.locator("h1")).to_have_text("evil characters")
