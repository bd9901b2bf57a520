"""Chromium, with an empty cache for every page."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import NotMeasured
from .host import Host

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KEY = 120
"""Milliseconds from one key to the next."""

_ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
_QUIET = 0.4
"""Seconds without an answer of the host or a change on the page after which nothing more is expected."""

_LONGEST = 90.0

LONG_TASKS = """
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) longTasks.push([startTime, duration]);
    }).observe({ type: "longtask" });
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser. Raises `NotMeasured` where there is none, or where it gives up."""
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - the rest needs no browser
    except ImportError:
        raise NotMeasured("Playwright is missing: run `make bench`, or install the extra `dev`") from None
    path = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if not path:
        raise NotMeasured("Chromium is missing: install it, or name it with CHROMIUM=...")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
            yield browser
            browser.close()
    except Error as error:
        raise NotMeasured(f"Chromium gave up: {error.message.splitlines()[0]}") from None


@contextmanager
def fresh_page(browser: Browser, url: str) -> Iterator[Page]:
    """A page that has loaded, in a context that has never seen the host."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(_LONGEST * 1000)
    context.add_init_script(LONG_TASKS)
    page = context.new_page()
    page.goto(url, wait_until="load")
    yield page
    context.close()


def settle(page: Page, host: Host, since_change: Callable[[], float], what: str) -> None:
    """Wait until host and page are quiet. `since_change` gives the page's seconds, negative while it has no answer."""
    end = time.monotonic() + _LONGEST
    while not (since_change() >= _QUIET and host.quiet_for() >= _QUIET):
        if time.monotonic() > end:
            raise NotMeasured(f"no answer within {_LONGEST:.0f} seconds to {what}")
        page.wait_for_timeout(50)
