"""A reader who tries to reach something, and what that costs them.

A step is a key, a chord such as Control+I, or a click. Text that is typed or pasted into a field is one step, however
long it is, and so is scrolling to something; reading and waiting are none.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


class Reader:
    """Counts the steps from the page of the documentation where they start."""

    def __init__(self, page: Page, start: str) -> None:
        self.page = page
        self.steps: list[str] = []
        page.goto(start)
        expect(page.locator(".kb-button")).to_be_visible()

    def press(self, key: str) -> None:
        self.steps.append(key)
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.steps.append("type")
        self.page.keyboard.insert_text(text)

    def click(self, target: Locator) -> None:
        expect(target).to_be_in_viewport()  # else they would have to scroll first
        self.steps.append("click")
        target.click()

    def scroll_to(self, target: Locator) -> None:
        self.steps.append("scroll")
        target.scroll_into_view_if_needed()

    def search(self, query: str) -> None:
        """Opens the search with its key, types, and waits for hits."""
        self.press("/")
        expect(self.page.locator(".kb-dialog__input")).to_be_focused()
        self.type(query)
        expect(self.chosen).to_be_visible()

    @property
    def chosen(self) -> Locator:
        return self.page.locator(".kb-hit[aria-selected=true]")

    @property
    def heading(self) -> Locator:
        return self.page.locator("article h1")

    def link(self, name: str) -> Locator:
        """A link of the page itself."""
        return self.page.locator("article").get_by_role("link", name=name, exact=True).first

    def navigation(self, name: str) -> Locator:
        return self.page.locator(".md-sidebar--primary").get_by_role("link", name=name, exact=True)
