"""The way through every part of the search and the pages that is fetched when it is first used."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.dialog import close_dialog, expect_titles, open_dialog, status, type_query
from tests.browser.test_arrival import MARKED


def use_every_part(page: Page) -> None:
    """From any page: search, say why, filter, get help, follow a hit to its marks, be offered the search again."""
    open_dialog(page)
    type_query(page, "http routing")
    expect(page.locator(".kb-hit__title").first).to_have_text("Router")
    page.keyboard.press("Control+i")
    expect(page.locator(".kb-why table")).to_be_focused()
    page.get_by_role("button", name="Filters").click()
    page.get_by_role("group", name="Category").get_by_role("button").first.click()
    expect(page.locator(".kb-dialog__input")).to_have_value(re.compile("^http routing category:"))
    type_query(page, "routng")
    expect(page.locator(".kb-help")).to_be_visible()
    expect(status(page)).to_contain_text("No hits")
    type_query(page, '"routing meets"')
    expect_titles(page, ["Router"])
    page.locator(".kb-hit__title").first.click()
    expect(page.locator("h1")).to_contain_text("Router")
    page.evaluate(f"async () => {{ while (!({MARKED})().length) await new Promise(requestAnimationFrame); }}")
    page.keyboard.press("Escape")
    open_dialog(page)
    expect(page.locator(".kb-recent__query").first).to_have_text('"routing meets"')
    close_dialog(page)


def published(root: Path) -> set[str]:
    """The names of all our scripts and styles."""
    return {file.name for file in (root / "assets" / "knowledge").iterdir() if file.suffix in (".js", ".css")}
