"""Whole builds with MkDocs: what is published where, and what happens when something is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.browser.sites import API, DOCS, HANDBOOK, LENIENT, STORES
from tests.support import write_tree

import knowledge_base
from knowledge_base.app import open_project
from knowledge_base.cached import fresh
from knowledge_base.config import load

CONFIG = {
    "site_name": "Handbook",
    "site_url": "https://example.org/",
    "repo_url": "https://github.com/example/handbook",
    "edit_uri": "edit/main/docs/",
    "theme": {"name": "material", "font": False},
    "plugins": ["search", "knowledge"],
    "not_in_nav": "guide/secret.md",
}
SETTINGS: dict[str, Any] = {
    "stores": [
        {"tier": "repo", "name": "api", "path": "api", "readmes": "free"},
        {"tier": "project", "name": "handbook", "path": "handbook", "readmes": "free"},
    ],
    "checks": LENIENT,
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_tree(tmp_path / "api", API)
    write_tree(tmp_path / "handbook", HANDBOOK)
    write_tree(tmp_path / "docs", DOCS)
    configure(tmp_path)
    (tmp_path / "knowledge.yml").write_text(json.dumps(SETTINGS), "utf-8")
    return tmp_path


def configure(folder: Path, **options: object) -> None:
    (folder / "mkdocs.yml").write_text(json.dumps({**CONFIG, **options}), "utf-8")


def mkdocs(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", *arguments],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def built(folder: Path, *arguments: str) -> Path:
    done = mkdocs(folder, "--strict", *arguments)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_pages_stand_at_the_addresses_of_the_design(project: Path) -> None:
    site = built(project)
    for address in (
        "knowledge/",
        "knowledge/always-applied/",
        "knowledge/categories/conventions/",
        "knowledge/categories/learnings/",
        "knowledge/stores/repo/api/",
        "knowledge/stores/project/handbook/",
        "knowledge/tags/http/",
        "knowledge/tags/http-timeouts/",
        "knowledge/tags/c/",
        "knowledge/repo/api/architecture/routing/",
        "knowledge/project/handbook/learnings/検索/",
    ):
        assert (site / address / "index.html").is_file(), address
    assert not (site / "knowledge/repo/api/decisions/README").exists()


def test_a_dead_link_is_told_and_shown_as_text(project: Path) -> None:
    done = mkdocs(project, "--strict")
    assert done.returncode == 0, done.stderr
    assert re.search(r"api/architecture/transport\.md:7:\d+: info KB009", done.stderr)
    assert '"gone.md"' in done.stderr
    page = (project / "site/knowledge/repo/api/architecture/transport/index.html").read_text("utf-8")
    assert "<a>nothing</a>" in page


def test_entries_are_edited_where_they_lie(project: Path) -> None:
    page = (built(project) / "knowledge/repo/api/architecture/routing/index.html").read_text("utf-8")
    assert "https://github.com/example/handbook/edit/main/api/architecture/routing.md" in page


@pytest.mark.parametrize(
    ("nav", "last"),
    [
        (None, "Knowledge"),
        ([{"Home": "index.md"}, {"Guide": ["guide/start.md"]}], "Knowledge"),
        ([{"Home": "index.md"}, {"Team": [{"What we know": "@knowledge"}]}, {"Start": "guide/start.md"}], "Start"),
    ],
)
def test_the_navigation_has_one_item(project: Path, nav: object, last: str) -> None:
    configure(project, **({"nav": nav} if nav else {}))
    page = (built(project) / "index.html").read_text("utf-8")
    sidebar = page[page.index('class="md-nav md-nav--primary"') :].split("</nav>", 1)[0]
    assert sidebar.count('href="knowledge/"') + page.count('href="knowledge/"') >= 1
    items = [part.split("</span>")[0].strip() for part in page.split('<span class="md-ellipsis">')[1:]]
    assert last in items[-3:]
    assert page.count('href="knowledge/repo') == 0


def test_findings_are_warnings_that_strict_counts(project: Path) -> None:
    write_tree(project / "api", {"odd/x.md": "# X\n", "gotchas/bad.md": b"\xff\xfe", "gotchas/zero.md": b"a\0b"})
    done = mkdocs(project)
    assert done.returncode == 0
    for rule in ("KB001", "KB002", "KB007"):
        assert "WARNING -  knowledge: api/" in done.stderr
        assert rule in done.stderr
    assert (project / "site/knowledge/categories/odd/index.html").is_file()
    assert mkdocs(project, "--strict").returncode == 1


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"stores": [{"tier": "repo", "name": "api", "path": "apis"}]}, 'did you mean "api"?'),
        ({"stores": [{"tier": "repos", "name": "api", "path": "api"}]}, 'unknown tier "repos"'),
        ({"store": []}, 'did you mean "stores"?'),
        ({"stores": [SETTINGS["stores"][0]] * 2}, "two knowledge stores"),
    ],
)
def test_wrong_settings_stop_the_build_and_leave_the_old_site(project: Path, settings: object, told: str) -> None:
    site = built(project)
    (site / "old.txt").write_text("old", "utf-8")
    (project / "knowledge.yml").write_text(json.dumps(settings), "utf-8")
    done = mkdocs(project)
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert (site / "old.txt").is_file()


def test_all_missing_folders_are_told_at_once(project: Path) -> None:
    stores = [{"tier": "repo", "name": name, "path": f"no/{name}"} for name in ("one", "two")]
    (project / "knowledge.yml").write_text(json.dumps({"stores": stores}), "utf-8")
    done = mkdocs(project)
    assert done.returncode == 1
    assert "no/one" in done.stderr
    assert "no/two" in done.stderr


def test_a_page_of_the_docs_is_never_replaced(project: Path) -> None:
    write_tree(project / "docs", {"knowledge/index.md": "# Mine\n"})
    done = mkdocs(project)
    assert done.returncode == 1
    assert "knowledge/index.md" in done.stderr


def test_another_settings_file_can_be_named(project: Path) -> None:
    (project / "knowledge.yml").rename(project / "team.yml")
    configure(project, plugins=["search", {"knowledge": {"config_file": "team.yml"}}])
    assert (built(project) / "knowledge/stores/repo/api/index.html").is_file()


def test_the_published_index_is_that_of_the_command_with_pages(project: Path) -> None:
    index = built(project) / "assets/knowledge/index"
    published = knowledge_base.open_published(index)
    project_knowledge = knowledge_base.open(project)
    for query in ("http routing", "検索", "zzz", "a"):
        assert published.search(query) == project_knowledge.search(query)
    written = json.loads((index / "manifest.json").read_text("utf-8"))
    only_the_plugin = {"pages", "sections"}
    assert {key: value for key, value in written.items() if key not in only_the_plugin} == json.loads(
        project_knowledge.index_files()["manifest.json"]
    )
    pages = [page for name in written["pages"] for page in json.loads((index / name).read_text("utf-8"))]
    assert len(pages) == len(project_knowledge.entries())


def test_the_index_knows_the_sections_of_pages(project: Path) -> None:
    index = built(project) / "assets/knowledge/index"

    def sections(folder: Path, path: str) -> list[int | str]:
        def read(name: str) -> Any:
            return json.loads((folder / name).read_text("utf-8"))

        manifest = read("manifest.json")
        paths = [path for name in manifest["entries"] for path in read(name)["paths"]]
        rows = [row for name in read(manifest["sections"]) for row in read(name)]
        assert len(rows) == len(paths)
        found: list[int | str] = rows[paths.index(path)]
        return found

    assert sections(index, "architecture/transport.md") == [0, "transport", 4, "deep"]
    assert sections(index, "decisions/README.md") == []
    assert sections(index / "docs", "guide/start.md") == [0, "start-here"]


def test_docs_pages_are_an_index_of_their_own(project: Path) -> None:
    docs = knowledge_base.open_published(built(project) / "assets/knowledge/index", docs=True)
    assert [hit.path for hit in docs.search("routing").hits] == ["guide/start.md", "index.md"]
    assert docs.search("setup").hits[0].tags == ("setup",)
    assert docs.search("secret").total == 0


def test_two_builds_are_the_same_whatever_the_surroundings(project: Path, tmp_path: Path) -> None:
    index = built(project) / "assets/knowledge/index"
    first = {file.relative_to(index): file.read_bytes() for file in index.rglob("*") if file.is_file()}
    mkdocs(project, "--strict", "--site-dir", "again", PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C.UTF-8")
    again = project / "again/assets/knowledge/index"
    assert first == {file.relative_to(again): file.read_bytes() for file in again.rglob("*") if file.is_file()}


def test_hostile_stores_build_strictly(project: Path) -> None:
    write_tree(project / "evil", STORES["hostile"])
    stores = {"stores": [{"tier": "repo", "name": "hostile", "path": "evil"}]}
    (project / "knowledge.yml").write_text(json.dumps(stores), "utf-8")
    configure(project, markdown_extensions=["pymdownx.snippets", "attr_list", "md_in_html", "pymdownx.superfences"])
    done = mkdocs(project)
    assert done.returncode == 0, done.stderr
    assert "site_name" not in (project / "site/knowledge/always-applied/index.html").read_text("utf-8")
    for page in (project / "site/knowledge/repo/hostile").rglob("index.html"):
        text = page.read_text("utf-8")
        assert "<script>window.pwned" not in text, page
        assert '"repo_url": "https' not in text, "a snippet was read"


def test_files_that_are_no_markdown_are_shown_as_they_are(project: Path) -> None:
    write_tree(project / "api", {"architecture/run.json": '{"a": "<b>"}\n'})
    stores: dict[str, Any] = {
        "stores": [{"tier": "repo", "name": "api", "path": "api", "include": ["**/*.md", "**/*.json"]}]
    }
    stores["checks"] = LENIENT
    (project / "knowledge.yml").write_text(json.dumps(stores), "utf-8")
    page = built(project) / "knowledge/repo/api/architecture/run.json/index.html"
    assert "<pre><code>{&#34;a&#34;: &#34;&lt;b&gt;&#34;}" in page.read_text("utf-8")


def test_two_entries_never_share_a_page(project: Path) -> None:
    write_tree(project / "api", {"decisions/tabs": "no suffix\n", "gotchas/C#.md": "---\ntags: [c#]\n---\nx\n"})
    stores = {
        "stores": [
            {"tier": "repo", "name": "api", "path": "api", "include": ["**/*.md", "tabs"]},
            SETTINGS["stores"][1],
        ]
    }
    (project / "knowledge.yml").write_text(json.dumps(stores), "utf-8")
    done = mkdocs(project)
    assert "KB010" in done.stderr
    for address in ("repo/api/decisions/tabs", "repo/api/decisions/tabs-2", "tags/c", "tags/c-2"):
        assert (project / "site/knowledge" / address / "index.html").is_file(), address


def test_errors_stop_the_build_all_at_once_and_leave_the_old_site(project: Path) -> None:
    site = built(project)
    (site / "old.txt").write_text("old", "utf-8")
    block = "# Tiers\n\n<!-- kb:tiers -->\n\nwrong\n\n<!-- /kb:tiers -->\n"
    write_tree(project / "docs", {"a.md": block, "b.md": block})
    (project / "knowledge.yml").write_text(json.dumps({"stores": SETTINGS["stores"]}), "utf-8")

    done = mkdocs(project, "--quiet")

    assert done.returncode == 1
    assert "docs/a.md:3:1: error KB020" in done.stderr
    assert "docs/b.md:3:1: error KB020" in done.stderr
    assert "`kb check` finds errors in the knowledge base: 2" in done.stderr
    assert "Traceback" not in done.stderr
    assert (site / "old.txt").is_file()


@pytest.mark.parametrize(("path", "code"), [("api", 1), ("../api", 0)])
def test_what_others_write_never_fails_a_strict_build(path: str, code: int, project: Path, tmp_path: Path) -> None:
    """A dead link: in a store of this project a warning; in one that somebody else keeps it is told, and no more."""
    folder = tmp_path / "site-of-ours"
    folder.mkdir()
    for name in ("docs", "mkdocs.yml"):
        (project / name).rename(folder / name)
    write_tree(folder / path, {"gotchas/a.md": "# A\n\n[nowhere](gone.md)\n"})
    settings = {"stores": [{"tier": "repo", "name": "api", "path": path, "readmes": "free"}]}
    (folder / "knowledge.yml").write_text(json.dumps(settings), "utf-8")

    done = mkdocs(folder, "--strict")

    assert done.returncode == code, done.stderr
    assert "KB009" in done.stderr


def test_a_search_above_its_budget_stops_the_build_and_leaves_the_old_site(project: Path) -> None:
    (project / "site").mkdir()
    (project / "site" / "old.html").write_text("old", "utf-8")
    (project / "knowledge.yml").write_text(json.dumps({**SETTINGS, "search": {"max_first_bytes": 1000}}), "utf-8")
    done = mkdocs(project)
    assert done.returncode == 1
    assert "`search: max_first_bytes:` allows 1,000" in done.stderr
    assert re.search(r"the largest parts are scripts and styles: \d\d,\d{3}", done.stderr)
    assert "Traceback" not in done.stderr
    assert [file.name for file in (project / "site").iterdir()] == ["old.html"]


def test_a_build_leaves_an_index_that_the_command_may_search(project: Path) -> None:
    built(project)
    with fresh(load(project)) as knowledge:
        assert knowledge is not None
        assert knowledge.search("http") == open_project(project).search("http")
