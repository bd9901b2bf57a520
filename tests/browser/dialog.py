"""The search dialog as a reader uses it."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect


def open_dialog(page: Page) -> None:
    expect(page.locator(".kb-button")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator("dialog.kb-dialog")).to_be_visible()


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog.kb-dialog")).not_to_be_visible()


def type_query(page: Page, query: str) -> None:
    """A query in the place of the one before."""
    page.locator(".kb-dialog__input").fill(query)


def hits(page: Page, source: str = "knowledge") -> Locator:
    """The hits of one of the two lists, `knowledge` or `docs`."""
    return page.locator(f"[aria-labelledby=kb-hits-{source}] .kb-hit")


def expect_titles(page: Page, titles: Sequence[str], source: str = "knowledge") -> None:
    """The hits have these titles, in this order; waits for them."""
    expect(hits(page, source).locator(".kb-hit__title")).to_have_text(list(titles), use_inner_text=True)


def status(page: Page) -> Locator:
    return page.locator("dialog.kb-dialog [role=status]")
