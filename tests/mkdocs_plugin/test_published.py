"""A built site as a whole: every link leads somewhere, and what programs read is right."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from tests.browser.sites import API, DOCS, HANDBOOK, LENIENT, run_mkdocs
from tests.support import write_tree

DAY = "2026-01-02T03:04:05Z"
ODD: dict[str, str | bytes] = {
    "gotchas/crlf.md": b"\xef\xbb\xbf---\r\ntags: [http]\r\n---\r\n\r\n# Line ends\r\n\r\nFrom elsewhere.\r\n",
    "gotchas/x & <b>.md": "---\ntitle: </script><b>&\ntags: ['<i>', http]\n---\n\n"
    "A tier of [router](../architecture/routing.md).\n",
    "gotchas/copy.md": HANDBOOK["gotchas/sizes.md"],
}
ATOM = "{http://www.w3.org/2005/Atom}"


def build(folder: Path, *, directory_urls: bool, site_url: str) -> Path:
    write_tree(folder / "api", {**API, **ODD})
    write_tree(folder / "handbook", HANDBOOK)
    write_tree(folder / "docs", DOCS)
    stores = [
        {"tier": "repo", "name": "api", "path": "api"},
        {"tier": "project", "name": "handbook", "path": "handbook"},
    ]
    settings = {"stores": stores, "dates": True, "checks": LENIENT}
    config = {
        "site_name": "Handbook & <more>",
        "site_url": site_url,
        "theme": {"name": "material", "font": False},
        "plugins": ["search", "knowledge"],
        "not_in_nav": "guide/secret.md",
        "use_directory_urls": directory_urls,
    }
    write_tree(folder, {"knowledge.yml": json.dumps(settings), "mkdocs.yml": json.dumps(config)})
    environment = {**os.environ, "GIT_AUTHOR_DATE": DAY, "GIT_COMMITTER_DATE": DAY}
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=folder, env=environment, check=True)
    run_mkdocs(folder)
    return folder / "site"


@pytest.fixture(scope="module", params=[True, False], ids=["directory URLs", "file URLs"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("site"), directory_urls=request.param, site_url="https://example.org/sub/")


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.data: list[str] = []
        self._in_data = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids |= {value for key in ("id", "name") if (value := values.get(key))}
        self.links += [value for key in ("href", "src") if (value := values.get(key))]
        self._in_data = tag == "script" and values.get("type") == "application/ld+json"

    def handle_data(self, data: str) -> None:
        if self._in_data:
            self.data.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in_data = False


def pages(site: Path) -> dict[str, _Page]:
    return {
        file.relative_to(site).as_posix(): _Page(file.read_text("utf-8"))
        for file in site.rglob("*.html")
        if file.name != "404.html"
    }


def test_every_link_leads_somewhere(site: Path) -> None:
    found = pages(site)
    checked = 0
    for name, page in found.items():
        for link in page.links:
            parts = urlsplit(link.removeprefix("https://example.org/sub"))
            if parts.scheme or parts.netloc or link.startswith("#__"):
                continue
            path = unquote(parts.path)
            base = posixpath.dirname(name) if not path.startswith("/") else ""
            target = posixpath.normpath(posixpath.join(base, path.lstrip("/"))) if path else name
            target = target if (site / target).is_file() else posixpath.normpath(f"{target}/index.html")
            assert (site / target).is_file(), (name, link)
            if parts.fragment and target in found and parts.fragment != "__skip":
                assert unquote(parts.fragment) in found[target].ids, (name, link)
            checked += 1
    assert checked > 500


def entries(site: Path) -> list[dict[str, object]]:
    manifest = json.loads((site / "knowledge/entries.json").read_bytes())
    assert manifest["format"] == 1
    return list(manifest["entries"])


def test_the_file_of_each_entry_is_published_as_it_is(site: Path) -> None:
    rows = entries(site)
    assert len(rows) == len([*API, *ODD, *HANDBOOK]) - 1  # the description of a category is no entry
    for row in rows:
        source = (site.parent / str(row["name"]) / str(row["path"])).read_bytes()
        assert (site / unquote(str(row["raw"]))).read_bytes() == source
        assert hashlib.sha256(source).hexdigest() == row["checksum"]
        page = unquote(str(row["page"]))
        assert (site / page / "index.html" if page.endswith("/") else site / page).is_file()
        assert row["changed"] == DAY[:10]


def test_llms_txt_leads_to_every_entry(site: Path) -> None:
    text = (site / "llms.txt").read_text("utf-8")
    assert text.startswith("# Handbook & <more>\n\n> ")
    links = re.findall(r"\]\(https://example\.org/sub/([^)]*)\)", text)
    assert {row["raw"] for row in entries(site)} < set(links)
    assert all((site / unquote(link)).is_file() for link in links)


def test_what_always_applies_is_one_markdown_file(site: Path) -> None:
    text = (site / "knowledge/always-applied.md").read_text("utf-8")
    assert text == (
        "# Always applied\n\n"
        "<!-- repo/api:conventions/errors.md -->\n\n# Errors\n\nSay what to do.\n\n## Why\n\nhttp\n\n"
        "<!-- repo/api:glossary/tier.md -->\n\n# Tier\n\nWhose store it is.\n"
    )


def test_the_feed_is_valid_atom(site: Path) -> None:
    feed = ElementTree.fromstring((site / "knowledge/feed.xml").read_bytes())
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}title") == "Handbook & <more>: changes"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Handbook & <more>"
    items = feed.findall(f"{ATOM}entry")
    ids = [item.findtext(f"{ATOM}id") or "" for item in items]
    assert len(set(ids)) == len(items) == len(entries(site))
    assert all(address.startswith("https://example.org/sub/knowledge/") for address in ids)
    titles = {item.findtext(f"{ATOM}title") for item in items}
    assert "</script><b>&" in titles
    for updated in feed.iter(f"{ATOM}updated"):
        assert updated.text == f"{DAY[:10]}T00:00:00Z"


def test_linked_data_is_data(site: Path) -> None:
    found = pages(site)
    described = [json.loads(text) for page in found.values() for text in page.data]
    assert len(described) == len(entries(site)) + 1
    assert "</script><b>&" in {value.get("headline") for value in described}
    (glossary,) = [value for value in described if value["@type"] == "DefinedTermSet"]
    assert [term["name"] for term in glossary["hasDefinedTerm"]] == ["Tier"]


def test_pages_are_canonical_and_in_the_sitemap(site: Path) -> None:
    listed = re.findall(r"<loc>https://example\.org/sub/(.*?)</loc>", (site / "sitemap.xml").read_text("utf-8"))
    for name in pages(site):
        address = name.removesuffix("index.html") if (site / name).name == "index.html" else name
        html = (site / name).read_text("utf-8")
        (canonical,) = re.findall(r'<link rel="canonical" href="https://example\.org/sub/([^"]*)">', html)
        # Of a home, MkDocs has both forms.
        assert unquote(canonical).removesuffix("index.html") == address
        assert address in {unquote(one).removesuffix("index.html") for one in listed}


def test_an_entry_shows_what_stands_beside_it(site: Path) -> None:
    page = site / "knowledge/repo/api/architecture/routing.html"
    router = (page if page.is_file() else page.with_suffix("") / "index.html").read_text("utf-8")
    below = router.partition('class="kb-related"')[2]
    assert "Linked from" in below
    assert "Transport" in below
    assert "&lt;/script&gt;&lt;b&gt;&amp;" in below
    assert "With the same tags" in below
    assert "Line ends" in below


def test_overrides_replace_templates_and_strings(tmp_path: Path) -> None:
    write_tree(tmp_path / "knowledge", {"gotchas/a.md": "# A\n"})
    write_tree(
        tmp_path,
        {
            "mkdocs.yml": json.dumps(
                {
                    "site_name": "x",
                    "theme": {"name": "material", "font": False, "language": "de", "custom_dir": "overrides"},
                    "plugins": ["knowledge"],
                }
            ),
            "knowledge.yml": json.dumps({"checks": LENIENT}),
            "docs/index.md": "# x\n",
            "overrides/knowledge/strings.yml": "home.title: Was wir wissen\n",
            "overrides/knowledge/entry.html": "<h1>{{ page.title }}</h1>mine {{ shown }} {{ t('home.stores') }}\n",
        },
    )
    run_mkdocs(tmp_path)
    assert "<h1>Was wir wissen</h1>" in (tmp_path / "site/knowledge/index.html").read_text("utf-8")
    assert "mine  Ablagen" in (tmp_path / "site/knowledge/project/knowledge/gotchas/a/index.html").read_text("utf-8")
    assert '"shell.search":"Suchen"' in (tmp_path / "site/assets/knowledge/knowledge.js").read_text("utf-8")


def test_a_language_without_strings_is_told_once(tmp_path: Path) -> None:
    config = {
        "site_name": "x",
        "theme": {"name": "material", "font": False, "language": "ar"},
        "plugins": ["knowledge"],
    }
    write_tree(
        tmp_path,
        {
            "mkdocs.yml": json.dumps(config),
            "knowledge.yml": json.dumps({"checks": LENIENT}),
            "docs/index.md": "# x\n",
            "knowledge/gotchas/a.md": "# A\n",
        },
    )
    assert run_mkdocs(tmp_path).count("no strings in the language ar") == 1


def test_definitions_can_be_turned_off(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": json.dumps(
            {"site_name": "x", "theme": {"name": "material", "font": False}, "plugins": ["knowledge"]}
        ),
        "docs/index.md": "# x\n\nA tier.\n",
        "knowledge/glossary/tier.md": "# Tier\n\nWhose store it is.\n",
    }
    for wanted in (True, False):
        settings = json.dumps({"definitions": wanted, "checks": LENIENT})
        write_tree(tmp_path, {**files, "knowledge.yml": settings})
        run_mkdocs(tmp_path)
        html = (tmp_path / "site/index.html").read_text("utf-8")
        assert ("kb-term" in html) is wanted
        assert ("Whose store it is." in html) is wanted


def test_a_category_asks_its_question(tmp_path: Path) -> None:
    facts = {"name": "facts", "purpose": "x", "retrieval": "looked-up", "entry_shape": "y"}
    settings = {"categories": [{**facts, "question": "What <is>?"}, {**facts, "name": "bare"}], "checks": LENIENT}
    config = {"site_name": "x", "theme": {"name": "material", "font": False}, "plugins": ["knowledge"]}
    files = {"docs/index.md": "# x\n", "knowledge/facts/a.md": "# A\n", "knowledge/bare/b.md": "# B\n"}
    write_tree(tmp_path, {**files, "mkdocs.yml": json.dumps(config), "knowledge.yml": json.dumps(settings)})
    run_mkdocs(tmp_path)
    home = (tmp_path / "site/knowledge/index.html").read_text("utf-8")
    assert home.count("kb-question") == 1
    assert "What &lt;is&gt;?" in home
    assert "What &lt;is&gt;?" in (tmp_path / "site/knowledge/categories/facts/index.html").read_text("utf-8")
