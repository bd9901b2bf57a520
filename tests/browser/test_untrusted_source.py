"""A source full of scripts: in a real browser none runs, on any page, in the search and in its excerpts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from tests.browser.dialog import close_dialog, hits, open_dialog, status, type_query
from tests.browser.payloads import PAYLOADS
from tests.browser.serving import Served, serve
from tests.browser.sites import PIXEL
from tests.support import write_tree
from tests.sync.repository import Repository

pytestmark = pytest.mark.browser

KB = [sys.executable, "-c", "from knowledge_base.cli import main; main()"]


def document(number: int, payload: str) -> str:
    """One payload everywhere that Markdown has a place for it."""
    line = payload.replace("\n", " ")
    return (
        f"---\ntitle: {json.dumps(payload)}\ntags: [{json.dumps(line)}, evil]\n"
        f"description: {json.dumps(payload)}\n---\n\n"
        f"# {line}\n\nevil number{number} {payload}\n\n{payload}\n\n## {line}\n\n- {payload}\n\n> {payload}\n\n"
        f"| {line} | b |\n| --- | --- |\n| {line} | c |\n\n[{line}](<{line}>) ![{line}](<{line}>)\n\n"
        f"[x](<{line}.md> \"{line}\")\n\n<div title='{payload}'>\n\n{payload}\n\n</div>\n"
    )


def name_of(number: int, payload: str) -> str:
    readable = "".join(char for char in payload if char not in "/\0\n").strip(" .")[:120]
    return f"{number} {readable}.md"


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A site whose store and pages come from an untrusted source."""
    folder = tmp_path_factory.mktemp("evil")
    repository = Repository.make(folder / "evil.git")
    repository.commit(
        {
            **{f"kb/gotchas/{name_of(i, text)}": document(i, text) for i, text in enumerate(PAYLOADS)},
            **{f"docs/{i}.md": document(i, text) for i, text in enumerate(PAYLOADS)},
            "kb/gotchas/README.md": "\n\n".join(PAYLOADS),
            **{f"kb/glossary/{i}.md": document(i, text) for i, text in enumerate(PAYLOADS)},
            "kb/gotchas/copy of rule.md": "# Rule\n\n" + "\n\n".join(PAYLOADS),
            "kb/conventions/rule.md": "# Rule\n\n" + "\n\n".join(PAYLOADS),
            **{f"kb/{name_of(i, text)[:-3].rstrip(' .')}/a.md": f"# {i}\n" for i, text in enumerate(PAYLOADS[:12])},
            "kb/img.png": PIXEL,
        }
    )
    project = folder / "project"
    served = serve("/")
    config = {
        "site_name": "Evil",
        "site_url": served.url,
        "theme": {"name": "material", "font": False},
        "plugins": ["search", "knowledge"],
        "markdown_extensions": [
            *("admonition", "attr_list", "md_in_html", "def_list", "footnotes", "tables", "pymdownx.superfences"),
            *("pymdownx.highlight", "pymdownx.snippets", {"toc": {"permalink": True}}),
        ],
    }
    settings = {
        "sources": {"evil": {"git": repository.file_url}},
        "stores": [{"tier": "repo", "name": "evil", "source": "evil", "path": "kb", "always_applied": "allow"}],
        "pages": [{"source": "evil", "from": "docs/*.md", "to": "evil/"}],
    }
    write_tree(
        project,
        {"mkdocs.yml": json.dumps(config), "knowledge.yml": json.dumps(settings), "docs/index.md": "# Evil\n"},
    )
    done = subprocess.run([*KB, "sync"], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"], cwd=project, capture_output=True, text=True, check=True
    )
    served.root = project / "site"
    yield served
    served.stop()


def addresses(served: Served, *folders: str) -> list[str]:
    return [
        quote(path.parent.relative_to(served.root).as_posix()) + "/"
        for folder in folders
        for path in sorted((served.root / folder).rglob("index.html"))
    ]


ACTS = """
() => {
    const found = [];
    for (const node of document.querySelectorAll("article *")) {
        for (const attribute of node.attributes) {
            if (attribute.name.startsWith("on")) found.push(node.outerHTML);
            if (/^\\s*(java|vb)script:|^\\s*data:text/i.test(attribute.value.replace(/[\\t\\n]/g, "")) &&
                ["href", "src", "action", "formaction", "data", "xlink:href"].includes(attribute.name))
                found.push(node.outerHTML);
        }
        if (["SCRIPT", "IFRAME", "OBJECT", "EMBED", "FORM", "BASE", "META", "LINK", "STYLE"].includes(node.nodeName))
            found.push(node.outerHTML);
        node.dispatchEvent(new MouseEvent("mouseover", {bubbles: false}));
    }
    return found;
}
"""


@pytest.mark.parametrize(
    ("kind", "folders", "least"),
    [
        ("entry", ["knowledge/repo/evil"], len(PAYLOADS)),
        ("synced page", ["evil"], len(PAYLOADS)),
        ("tag", ["knowledge/tags"], 60),
        (
            "home, category, store, always applied, glossary",
            ["knowledge/categories", "knowledge/stores", "knowledge/always-applied", "knowledge/glossary"],
            9,
        ),
    ],
)
def test_nothing_runs_on_a_page(kind: str, folders: list[str], least: int, page: Page, evil: Served) -> None:
    visited = addresses(evil, *folders)
    assert len(visited) >= least
    for address in visited:
        page.goto(evil.url + address, wait_until="load")
        assert page.locator("h1").count() >= 1, address
        assert page.evaluate(ACTS) == [], address
        assert page.evaluate("window.pwned") is None, address


def test_nothing_runs_when_a_link_is_clicked(page: Page, evil: Served) -> None:
    clicked = 0
    for number, payload in enumerate(PAYLOADS):
        if "click" not in payload:
            continue
        page.goto(f"{evil.url}evil/{number}/")
        links = page.locator("article a[href]:not(.headerlink)", has_text="click")
        for _ in range(min(links.count(), 3)):
            links.first.evaluate("node => { node.target = ''; node.click(); }")
            clicked += 1
        assert page.evaluate("window.pwned") is None, payload
    assert sum("click" in payload for payload in PAYLOADS) > 12


def test_what_programs_read_holds_all_of_it_as_data(evil: Served) -> None:
    feedless = json.loads((evil.root / "knowledge/entries.json").read_text("utf-8"))
    titles = {row["title"] for row in feedless["entries"]}
    heads = 0
    for file in evil.root.rglob("index.html"):
        for script in re.findall(
            r'<script type="application/ld\+json">(.*?)</script>', file.read_text("utf-8"), re.DOTALL
        ):
            assert not set(script) & set("<>&"), file
            value = json.loads(script)
            assert value.get("headline", value.get("name")) in titles | {"Glossary"}
            heads += 1
    assert heads == len(feedless["entries"]) + 1


def test_the_check_would_see_a_script_that_runs(page: Page, evil: Served) -> None:
    page.goto(f"{evil.url}evil/0/")
    page.evaluate(
        "document.querySelector('article').insertAdjacentHTML('beforeend', '<img src=x onerror=window.pwned=1>')"
    )
    page.wait_for_function("window.pwned === 1")
    assert len(page.evaluate(ACTS)) == 1


def test_nothing_runs_in_the_search_and_every_hit_is_shown(page: Page, evil: Served) -> None:
    page.goto(evil.url)
    open_dialog(page)
    for number, payload in enumerate(PAYLOADS):
        type_query(page, f"number{number}")
        for source in ("knowledge", "docs"):
            title = hits(page, source).first.locator(".kb-hit__title")
            expect(title).to_have_text(" ".join(payload.split()).strip("\ufeff") or "x", use_inner_text=False)
        assert page.evaluate("window.pwned") is None, payload
    page.keyboard.press("Enter")
    page.wait_for_url("**/knowledge/repo/evil/**")


def test_nothing_runs_when_the_payload_is_the_query(page: Page, evil: Served) -> None:
    page.goto(evil.url)
    open_dialog(page)
    for payload in PAYLOADS:
        type_query(page, payload.replace("\n", " "))
        expect(status(page)).not_to_be_empty()
        assert page.evaluate("window.pwned") is None, payload
    close_dialog(page)
