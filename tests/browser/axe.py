"""What axe-core finds, in the colours of a theme."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page
from tests.support import ROOT

_AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# What is half transparent while it appears is not what is judged.
_RUN = """async (selector) => {
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
  return (await axe.run(selector)).violations.map((v) => [v.id, v.nodes.map((node) => node.html).join()]);
}"""


def set_scheme(page: Page, scheme: str) -> None:
    """Light with `default`, dark with `slate`."""
    page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    is_dark = page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    assert is_dark is (scheme == "slate")


def violations(page: Page, selector: str = "dialog.kb-dialog") -> list[Any]:
    """The rules that are broken below `selector`, each with where."""
    if not page.evaluate("'axe' in globalThis"):
        page.add_script_tag(path=str(_AXE))
    found = page.evaluate(_RUN, selector)
    assert isinstance(found, list)
    return found
