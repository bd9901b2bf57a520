"""Every kind of page: accessible, readable at any size and without scripts, and at work with them."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.serving import Served, serve
from tests.browser.sites import API, DOCS, HANDBOOK, LENIENT
from tests.support import ROOT, write_tree

pytestmark = pytest.mark.browser

STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = "async () => (await axe.run('article')).violations.map((v) => [v.id, v.nodes.map((n) => n.html).join()])"
STORES: dict[str, dict[str, str | bytes]] = {
    "api": {
        **API,
        "glossary/index file.md": "# Index file\n\nWhat `search` reads.\n",
        "gotchas/copy.md": HANDBOOK["gotchas/sizes.md"],
        "architecture/words.md": "---\ntags: [http]\n---\n\n# Words\n\nA tier of an index file, a tier.\n",
        **{
            f"learnings/{name}.md": f"---\ntags: [http]\n---\n\n# {name}\n\nAbout {name}.\n"
            for name in ("ba", "ab", "c")
        },
    },
    "handbook": dict(HANDBOOK),
}
KINDS = {
    "home": "knowledge/",
    "category": "knowledge/categories/learnings/",
    "category with a description": "knowledge/categories/decisions/",
    "store": "knowledge/stores/repo/api/",
    "tag": "knowledge/tags/http/",
    "tags": "knowledge/tags/",
    "glossary": "knowledge/glossary/",
    "always applied": "knowledge/always-applied/",
    "entry": "knowledge/repo/api/architecture/words/",
    "entry with links": "knowledge/repo/api/architecture/routing/",
    "page of the docs": "guide/start/",
}


def build(folder_of: pytest.TempPathFactory, policy: str = "", **theme: object) -> Served:
    folder = folder_of.mktemp("kinds")
    served = serve("/", policy)
    for name, files in STORES.items():
        write_tree(folder / name, files)
    docs = {**DOCS, "guide/start.md": f"{DOCS['guide/start.md']}\nA tier is here.\n"}
    stores = [{"tier": "project" if name == "handbook" else "repo", "name": name, "path": name} for name in STORES]
    settings = {"stores": stores, "dates": True, "checks": LENIENT}
    config = {
        "site_name": "Handbook",
        "site_url": served.url,
        "theme": {"name": "material", "font": False, "palette": {"scheme": "default"}, **theme},
        "plugins": ["search", "knowledge"],
        "markdown_extensions": ["attr_list", {"toc": {"permalink": True}}],
    }
    write_tree(folder / "docs", docs)
    write_tree(folder, {"mkdocs.yml": json.dumps(config), "knowledge.yml": json.dumps(settings)})
    day = {"GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z"}
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=folder, env={**os.environ, **day}, check=True)
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=folder, check=True, capture_output=True)
    served.root = folder / "site"
    return served


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = build(tmp_path_factory)
    yield served
    served.stop()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(scheme: str, width: int, page: Page, kinds: Served) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
        is_dark = page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
        assert is_dark is (scheme == "slate")
        page.evaluate("for (const node of document.querySelectorAll('details')) node.open = true")
        page.add_script_tag(path=str(AXE))
        assert page.evaluate(VIOLATIONS) == [], kind


@pytest.mark.parametrize("width", [360, 427])  # 427: 1280 at 300 %
def test_nothing_is_wider_than_the_screen(width: int, page: Page, kinds: Served) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind


def test_every_kind_of_page_is_whole_without_scripts(browser: Browser, kinds: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    texts: dict[str, str] = {}
    for kind, path in KINDS.items():
        page.goto(kinds.url + path)
        assert page.locator("h1").count() == 1, kind
        assert page.locator(".kb-ask:visible, .kb-tools").count() == 0, kind
        texts[kind] = page.locator("article.md-content__inner").inner_text()
    page.goto(kinds.url + KINDS["home"])
    for link in ("Decisions", "Always applied", "Glossary", "api", "All 5 tags"):
        page.goto(kinds.url + KINDS["home"])
        page.locator("article").get_by_role("link", name=link, exact=True).first.click()
        expect(page.locator("h1")).to_have_count(1)
        assert page.url != kinds.url + KINDS["home"]
    context.close()
    assert "What bites?" in texts["home"]
    assert "2026-01-02" in texts["home"]
    assert "Timeouts" in texts["store"]
    assert "Linked from" in texts["entry with links"]
    assert "Whose store it is." in texts["glossary"]


def rows(page: Page) -> list[str]:
    return [title.strip() for title in page.locator(".kb-entries > li:visible > a").all_inner_texts()]


def test_a_list_is_sorted_and_filtered_in_place(page: Page, kinds: Served) -> None:
    page.goto(kinds.url + KINDS["store"])
    field = page.get_by_placeholder("Filter this list")
    expect(field).to_be_visible()
    listed = rows(page)
    assert len(listed) > 5
    page.get_by_label("Sort").select_option("by title")
    assert rows(page) == sorted(listed, key=str.lower)
    field.fill("about learnings")
    expect(page.locator(".kb-tools output")).to_have_text(f"3 of {len(listed)}")
    assert rows(page) == ["ab", "ba", "c"]
    field.fill("zzz")
    expect(page.locator(".kb-entries > li:visible")).to_have_count(0)
    field.fill("")
    page.get_by_label("Sort").select_option("as listed")
    assert rows(page) == listed
    assert [path for path in kinds.requests if "listing" in path]


def test_lists_and_the_search_field_work_after_instant_navigation(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    served = build(tmp_path_factory, features=["navigation.instant"])
    page.goto(served.url + KINDS["home"])
    page.evaluate("window.isSamePage = true")
    for _ in range(2):
        page.locator(".kb-ask").click()
        expect(page.locator("dialog.kb-dialog")).to_be_visible()
        page.keyboard.press("Escape")
        page.locator("article").get_by_role("link", name="api", exact=True).click()
        expect(page.locator(".kb-tools")).to_have_count(1)
        page.get_by_placeholder("Filter this list").fill("about")
        assert rows(page) == ["ab", "ba", "c"]
        page.go_back()
        expect(page.locator(".kb-ask")).to_be_visible()
    assert page.evaluate("window.isSamePage")
    served.stop()


def test_copies_are_one_row_with_all_their_places(page: Page, kinds: Served) -> None:
    page.goto(f"{kinds.url}knowledge/categories/gotchas/")
    copy = page.locator(".kb-entries > li", has_text="Größe")
    expect(copy).to_have_count(1)
    expect(copy.locator(".kb-meta").last).to_have_text("Also in handbook: gotchas/sizes.md")
    copy.get_by_role("link", name="handbook: gotchas/sizes.md").click()
    expect(page.locator(".kb-related")).to_contain_text("api: gotchas/copy.md")


def test_an_entry_costs_little_before_the_search_is_opened(page: Page, kinds: Served) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(kinds.url + KINDS["entry"])
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "listing" in url]
    ours = [url.removeprefix(kinds.url) for url in asked if "/assets/knowledge/" in url]
    sizes = [len(gzip.compress((kinds.root / path).read_bytes(), 9)) for path in ours]
    assert len(ours) <= 3
    assert sum(sizes) <= 12_000


def test_forced_colours_and_reduced_motion_are_respected(page: Page, kinds: Served) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(kinds.url + KINDS["home"])
    card = page.locator(".kb-cards > li").first
    assert card.evaluate("(node) => getComputedStyle(node).borderTopStyle") == "solid"
    assert card.evaluate("(node) => getComputedStyle(node).transitionDuration") == "0s"
    page.goto(kinds.url + KINDS["entry"])
    term = page.locator(".kb-term").first
    assert term.evaluate("(node) => getComputedStyle(node).textDecorationLine") == "underline"


@pytest.mark.parametrize("how", ["keyboard", "touch"])
@pytest.mark.parametrize("kind", ["entry", "page of the docs"])
def test_a_term_says_what_it_means(how: str, kind: str, browser: Browser, kinds: Served) -> None:
    context = browser.new_context(has_touch=how == "touch", viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(kinds.url + KINDS[kind])
    term = page.get_by_role("button", name="tier", exact=True)
    expect(term).to_have_count(1)
    definition = page.locator(".kb-definition", has_text="Whose store it is.")
    expect(definition).not_to_be_visible()
    if how == "touch":
        term.tap()
    else:
        term.focus()
        page.keyboard.press("Enter")
    expect(definition).to_be_visible()
    box = definition.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    if how == "touch":
        page.locator("h1").tap()
    else:
        page.keyboard.press("Escape")
        expect(term).to_be_focused()
    expect(definition).not_to_be_visible()
    term.click()
    definition.get_by_role("link").click()
    expect(page.locator("#term-tier")).to_be_in_viewport()
    context.close()


def test_paper_gets_the_text_and_no_controls(page: Page, kinds: Served) -> None:
    page.emulate_media(media="print")
    for kind in ("entry", "always applied", "store"):
        page.goto(kinds.url + KINDS[kind])
        page.wait_for_load_state("networkidle")
        expect(page.locator("article.md-content__inner")).to_be_visible()
        assert page.locator(".kb-tools:visible, .kb-ask:visible, .kb-button:visible, .kb-screen:visible").count() == 0
    assert page.pdf()[:5] == b"%PDF-"


def test_a_language_from_right_to_left_turns_the_page(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    served = build(tmp_path_factory, language="ar")
    page.set_viewport_size({"width": 360, "height": 640})
    for kind, path in KINDS.items():
        page.goto(served.url + path)
        assert page.evaluate("document.documentElement.dir || document.body.dir") == "rtl", kind
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, kind
    page.goto(served.url + KINDS["category with a description"])
    contract = page.locator(".kb-contract")
    assert contract.evaluate("(node) => getComputedStyle(node).borderRightWidth") != "0px"
    assert contract.evaluate("(node) => getComputedStyle(node).borderLeftWidth") == "0px"
    served.stop()


def test_linked_data_breaks_no_strict_policy(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    served = build(tmp_path_factory, STRICT)
    page.add_init_script(
        "window.found = []; addEventListener('securitypolicyviolation',"
        " ({effectiveDirective}) => found.push(effectiveDirective))"
    )
    counted: dict[str, Any] = {}
    for kind in ("home", "entry", "glossary"):
        page.goto(served.url + KINDS[kind])
        expect(page.locator(".kb-button")).to_be_visible()
        counted[kind] = page.evaluate(
            "[found.filter((name) => /^script/.test(name)).length,"
            " document.querySelectorAll('[type=\"application/ld+json\"]').length]"
        )
    served.stop()
    # What is refused on every page are the scripts of the theme.
    assert counted["entry"] == [counted["home"][0], 1]
    assert counted["glossary"] == [counted["home"][0], 1]
    assert counted["home"][1] == 0
