"""Real sites, served as a static host would, in a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.kinds import build
from tests.browser.serving import Served, serve
from tests.browser.sites import SiteOptions, build_site

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert chromium, "the browser tests need Chromium: `make test` installs it"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own that fails the test when a script of it throws."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


Site = Callable[..., Served]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Builds a site with the given options once, and serves it."""
    built: dict[SiteOptions, Served] = {}

    def get(**options: object) -> Served:
        wanted = SiteOptions(**options)  # type: ignore[arg-type]
        if wanted not in built:
            built[wanted] = serve(wanted.sub_path, wanted.policy)
            build_site(tmp_path_factory.mktemp("site"), wanted, built[wanted])
        return built[wanted]

    yield get
    for served in built.values():
        served.stop()


@pytest.fixture(scope="session")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A site with every kind of page."""
    served = build(tmp_path_factory)
    yield served
    served.stop()


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same docs and entries without us."""
    served = build(tmp_path_factory, plain=True)
    yield served
    served.stop()
