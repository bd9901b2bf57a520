"""Takes the pictures of the documentation, on this project's own site: `make screenshots`."""

from __future__ import annotations

import base64
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.conftest import ARGUMENTS
from tests.browser.serving import serve
from tests.browser.sites import run_mkdocs
from tests.support import ROOT

ASSETS = ROOT / "docs" / "assets"
PAGES = {
    "home": "knowledge/",
    "category": "knowledge/categories/gotchas/",
    "entry": "knowledge/project/knowledge/architecture/published-index/",
    "search": "guide/search/",
}
QUERY = "index shards"
SIZES = {1280: 800, 360: 720}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Chromium photographs as PNG and JPEG only, and its canvas writes WebP.
TO_WEBP = """async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8).split(",")[1];
}"""


def name_of(kind: str, width: int, scheme: str) -> str:
    return f"{kind}-{width}-{scheme}.webp"


def pictures(browser: Browser, address: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of every picture of the site at `address`."""
    for width, height in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
            )
            page = context.new_page()
            for kind, path in PAGES.items():
                page.goto(address + path)
                expect(page.locator(".kb-button")).to_be_visible()
                if kind == "search":
                    explain_first_hit(page)
                page.evaluate("document.fonts.ready")
                yield name_of(kind, width, scheme), page.screenshot(animations="disabled", caret="hide")
            context.close()


def explain_first_hit(page: Page) -> None:
    page.locator(".kb-button").click()
    page.locator(".kb-dialog__input").fill(QUERY)
    row = page.locator(".kb-hit[aria-selected=true]")
    row.get_by_role("button", name="Why here?").click()
    page.mouse.move(0, 0)
    expect(row.get_by_role("table")).to_be_visible()
    page.wait_for_load_state("networkidle")


def main() -> None:
    served = serve("/")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served.root = Path(folder)
        run_mkdocs(ROOT, "--site-dir", folder)
        chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        darkroom = browser.new_page()
        for name, png in pictures(browser, served.url):
            url = f"data:image/png;base64,{base64.b64encode(png).decode()}"
            webp = base64.b64decode(darkroom.evaluate(TO_WEBP, url))
            (ASSETS / name).write_bytes(webp)
            sys.stdout.write(f"docs/assets/{name}: {len(webp):,} bytes\n")
        browser.close()
    served.stop()


if __name__ == "__main__":
    main()
