"""Under the strictest policy no file of ours does what it forbids, and none asks another host for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.browser.kinds import KINDS, build
from tests.browser.serving import Served
from tests.browser.tour import published, use_every_part

pytestmark = pytest.mark.browser

POLICY = (
    "default-src 'none'; script-src 'self' 'report-sample'; style-src 'self' 'report-sample'; connect-src 'self';"
    " img-src 'self'; font-src 'self'; require-trusted-types-for 'script'"
)
LISTEN = """
addEventListener('securitypolicyviolation', ({ sourceFile, effectiveDirective, sample, blockedURI }) =>
  noteViolation([sourceFile, effectiveDirective, sample, blockedURI]));
"""

IMAGES = """
[...document.querySelectorAll('article *, .kb-dialog *, .kb-button *')].flatMap((node) =>
  [null, '::before', '::after'].filter((part) => {
    const { display, content, maskImage, backgroundImage } = getComputedStyle(node, part);
    return display !== 'none' && content !== 'none' && /data:/.test(maskImage + backgroundImage);
  }).map((part) => `${node.outerHTML.slice(0, 80)} ${part}`))
"""

Violation = tuple[str, str, str, str]


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = build(tmp_path_factory, POLICY)
    yield served
    served.stop()


@pytest.fixture(scope="module")
def of_the_theme(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> set[Violation]:
    """What the same theme is refused without us."""
    served = build(tmp_path_factory, POLICY, plain=True)
    page = browser.new_page()
    found = listen(page)
    for path in ("", "guide/start/", "no/such/page/"):
        page.goto(served.url + path)
        page.wait_for_load_state("networkidle")
    page.close()
    served.stop()
    assert found
    return set(found)


def listen(page: Page) -> list[Violation]:
    """Every violation on every page that `page` shows from now on; ports, hashes and depths are left out."""
    found: list[Violation] = []

    def note(_: object, seen: list[str]) -> None:
        file, directive, sample, blocked = seen
        name = re.sub(r"\.[0-9a-f]{8}\.", ".", urlsplit(file).path) if "/assets/" in file else "page"
        sample = re.sub(r'(?<=__md_scope=new URL\(").*', "", sample)
        # An image in a style is laid to whatever script runs when it is first needed; `IMAGES` says whose it is.
        found.append(("style" if blocked == "data" else name, directive, sample, urlsplit(blocked).path))

    page.context.expose_binding("noteViolation", note)
    page.add_init_script(LISTEN)
    return found


def test_no_part_of_ours_breaks_the_policy_or_asks_another_host(
    page: Page, strict: Served, of_the_theme: set[Violation]
) -> None:
    found = listen(page)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    for path in (*KINDS.values(), "no/such/page/"):
        page.goto(strict.url + path)
        expect(page.locator(".kb-button")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(IMAGES) == [], path
    for path in (KINDS["home"], KINDS["entry"], KINDS["store"], KINDS["page of the docs"], "no/such/page/"):
        page.goto(strict.url + path)
        use_every_part(page)
    page.goto(strict.url + KINDS["store"])
    page.get_by_placeholder("Filter this list").fill("about")
    page.goto(strict.url + KINDS["entry"])
    page.get_by_role("button", name="tier", exact=True).click()
    expect(page.locator(".kb-definition:visible")).to_have_count(1)

    assert page.evaluate(IMAGES) == []
    assert sorted(set(found) - of_the_theme) == []
    ours = {url.rsplit("/", 1)[1] for url in asked if "/assets/knowledge/" in url}
    assert published(strict.root) - ours == set(), "a part was never used, so nothing is known of it"
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(strict.url).netloc}


def test_a_violation_would_be_seen(page: Page, strict: Served, of_the_theme: set[Violation]) -> None:
    found = listen(page)
    page.goto(strict.url)
    page.evaluate("() => { try { document.body.innerHTML = '<b>' } catch {} }")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate(
        "() => new Promise((done) => Object.assign(new Image(), { onerror: done, src: 'http://127.0.0.1:9/x.png' }))"
    )
    directives = {directive for _, directive, *_ in set(found) - of_the_theme}
    assert directives == {"require-trusted-types-for", "style-src-attr", "img-src"}
