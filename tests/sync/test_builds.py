"""`mkdocs build` and `serve` with sources: what they fetch, what they never do, and the same bytes each time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

import knowledge_base

from .conftest import Project, files_of, web_settings
from .git_server import Server
from .repository import Repository


def test_a_build_fetches_what_the_lock_names_and_never_writes_it(
    project: Project, web: Repository, server: Server
) -> None:
    project.site().settings(web_settings(f"{server.url}/web.git"))
    project.kb("sync")
    lock, pinned = project.lock.read_bytes(), web.tip()
    web.commit({"kb/gotchas/newer.md": "# Newer\n"})
    project.kb("cache", "clear")

    done = project.build()

    assert done.returncode == 0, done.stderr
    assert project.lock.read_bytes() == lock
    assert knowledge_base.open(project.folder).sources.here["web"].tree.commit == pinned
    assert not (project.folder / "site/knowledge/repo/web/gotchas/newer").exists()


@pytest.mark.parametrize("change", ["no lock", "another ref"])
def test_a_source_that_the_lock_lacks_stops_the_build(
    change: str, project: Project, web: Repository, server: Server
) -> None:
    project.site().settings(web_settings(f"{server.url}/web.git"))
    project.kb("sync")
    project.build("--quiet")
    site = files_of(project.folder / "site")
    if change == "no lock":
        project.lock.unlink()
    else:
        project.settings(web_settings(f"{server.url}/web.git", ", ref: main"))
    server.requests.clear()

    refused = project.build()

    assert refused.returncode == 1
    assert "run `kb sync`" in refused.stderr
    assert server.requests == []
    assert files_of(project.folder / "site") == site


def test_a_rebuild_never_touches_the_network(
    project: Project, web: Repository, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the cache has gone, and where the settings ask for more."""
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    project.site().settings(web_settings(f"{server.url}/web.git"))
    project.kb("sync")
    config = load_config(str(project.folder / "mkdocs.yml"))
    config.plugins.on_startup(command="serve", dirty=False)
    project.kb("cache", "clear")
    server.requests.clear()
    build_site(config)
    assert len(server.requests) > 2, "the first build fetches"
    server.requests.clear()

    build_site(config)
    shutil.rmtree(project.cache)
    with pytest.raises(Abort):
        build_site(config)

    assert server.requests == []
    assert (project.folder / "site/knowledge/repo/web/gotchas/timeouts/index.html").is_file()


def test_serve_shows_the_source_and_rebuilds_once_without_network(
    project: Project, web: Repository, server: Server
) -> None:
    project.site(**{"own/gotchas/a.md": "# Own\n"}).settings(
        web_settings(f"{server.url}/web.git").replace("pages:", "") + "  - {tier: project, name: own, path: own}\n"
    )
    project.kb("sync")
    server.requests.clear()
    command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "-a", "127.0.0.1:0"]
    with subprocess.Popen(
        command,
        cwd=project.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    ) as serving:
        assert serving.stderr is not None
        try:
            for line in serving.stderr:
                if "Serving on" in line:
                    break
            (project.folder / "own/gotchas/b.md").write_text("# B\n")
            built = 0
            for line in serving.stderr:
                built += "Building documentation" in line
                if "Documentation built" in line:
                    break
        finally:
            serving.terminate()
    assert built == 1
    assert server.requests == []


EPOCH = "1767268800"


def test_two_builds_from_one_lock_are_the_same_bytes(
    project: Project, web: Repository, server: Server, tmp_path: Path
) -> None:
    """Online and offline, in another folder, on another day, in another time zone."""
    web.commit({"docs/img/a.png": b"\x89PNG", "docs/more.md": "# More\n\n![a](img/a.png) [x](../src/code.py)\n"})
    settings = web_settings(
        f"{server.url}/web.git",
        ", view_url: 'https://forge.example.org/{commit}/{path}'",
        top="pages:\n  - {source: web, from: 'docs/*.md', to: web/}\ndates: true\n",
    )
    project.site().settings(settings)
    project.kb("sync")
    other = Project(tmp_path / "elsewhere" / "deep")
    other.folder.mkdir(parents=True)
    other.site().settings(settings)
    shutil.copy(project.lock, other.lock)
    web.commit({"kb/gotchas/newer.md": "# Newer\n"})

    online = other.build("--quiet", SOURCE_DATE_EPOCH=EPOCH, TZ="Asia/Tokyo", PYTHONHASHSEED="7")
    server.status = 500
    tomorrow = str(time.time() + 2 * 86_400)
    run = ["faketime", f"@{tomorrow}"] if shutil.which("faketime") else []
    offline = project.build("--quiet", SOURCE_DATE_EPOCH=EPOCH, TZ="America/Lima", PYTHONHASHSEED="3")
    again = project._run(
        [*run, sys.executable, "-m", "mkdocs", "build", "-q", "-d", "again"],
        {"SOURCE_DATE_EPOCH": EPOCH, "NO_MKDOCS_2_WARNING": "1"},
    )

    assert [done.returncode for done in (online, offline, again)] == [0, 0, 0], online.stderr + offline.stderr
    assert project.kb("sync", "--offline").returncode == 0
    first = files_of(other.folder / "site")
    assert len(first) > 30
    assert first == files_of(project.folder / "site")
    assert first == files_of(project.folder / "again")


def test_the_day_of_the_build_is_only_in_the_sitemap(project: Project, web: Repository) -> None:
    """What another day changes: nothing that SOURCE_DATE_EPOCH does not set."""
    project.site().settings(web_settings(web.file_url, top="dates: true\n"))
    project.kb("sync")
    for day in (EPOCH, str(int(EPOCH) + 40 * 86_400)):
        assert project.build("--quiet", "-d", f"site-{day}", SOURCE_DATE_EPOCH=day).returncode == 0

    first, second = (files_of(path) for path in sorted(project.folder.glob("site-*")))

    assert {name for name in first if first[name] != second[name]} <= {"sitemap.xml", "sitemap.xml.gz"}
    assert b"<lastmod>2026-01-01</lastmod>" in first["sitemap.xml"]


def test_dates_are_on_the_page_and_in_the_sitemap(project: Project, web: Repository) -> None:
    web.commit({"kb/gotchas/later.md": "# Later\n"})
    project.site().settings(web_settings(web.file_url, top="dates: true\n"))
    project.kb("sync")
    project.build("--quiet")
    site = project.folder / "site"

    assert '<time datetime="2026-01-02">' in (site / "knowledge/repo/web/gotchas/later/index.html").read_text()
    entry = (site / "sitemap.xml").read_text().partition("knowledge/repo/web/gotchas/later/")[2]
    assert entry.partition("<lastmod>")[2].startswith("2026-01-02<")


def test_the_page_of_what_everyone_reads_says_what_it_withholds(project: Project, web: Repository) -> None:
    project.site().settings(web_settings(web.file_url))
    project.kb("sync")
    project.build("--quiet")

    text = (project.folder / "site/knowledge/always-applied/index.html").read_text()

    assert "1 entry of web withheld" in text
    assert "Say what to do." not in text


@pytest.mark.parametrize(("store", "speaks"), [("", False), (", always_applied: allow", True)])
def test_an_untrusted_glossary_defines_nothing_on_other_pages(
    store: str, speaks: bool, project: Project, web: Repository
) -> None:
    """Also where the settings say that a glossary is looked up, so that nothing of it is withheld."""
    glossary = "{name: glossary, purpose: Words., retrieval: looked-up, entry_shape: A word.}"
    web.commit({"kb/glossary/timeout.md": "# Timeout\n\nSent by a stranger.\n"})
    project.site().settings(web_settings(web.file_url, store=store, top=f"categories: [{glossary}]\n"))
    (project.folder / "docs/words.md").write_text("# Words\n\nA timeout.\n", "utf-8")
    project.kb("sync")
    done = project.build("--quiet")

    assert done.returncode == 0, done.stderr
    site = project.folder / "site"
    assert ("Sent by a stranger." in (site / "words/index.html").read_text("utf-8")) is speaks
    assert (site / "knowledge/glossary").exists() is speaks


def test_synced_pages_are_found_by_the_search_of_the_docs(project: Project, web: Repository) -> None:
    project.site().settings(web_settings(web.file_url, top="pages:\n  - {source: web, from: 'docs/*.md', to: web/}\n"))
    project.kb("sync")
    project.build("--quiet")

    found = project.json("search", "--docs", "--index", "site/assets/knowledge/index", "timeouts")

    assert [hit["path"] for hit in found["hits"]] == ["web/setup.md"]


def test_where_nothing_can_be_cached_a_build_still_works_and_says_so_once(project: Project, web: Repository) -> None:
    project.site().settings(web_settings(web.file_url, top="dates: true\n"))
    project.kb("sync")
    readable = "/proc/kb-cache" if os.geteuid() else "/sys/kb-cache"

    done = project.build(KB_CACHE_DIR=readable)

    if "cannot make the cache" in done.stderr:
        pytest.skip("this machine has no folder that even root cannot write to")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("nothing is cached") == 1
    assert (project.folder / "site/knowledge/repo/web/gotchas/timeouts/index.html").is_file()


def test_the_cache_is_marked_ignored_and_can_be_moved(project: Project, web: Repository, tmp_path: Path) -> None:
    project.settings(web_settings(web.file_url))
    project.kb("sync")
    moved = project.kb("sync", KB_CACHE_DIR=str(tmp_path / "moved"))

    assert (project.cache / ".gitignore").read_text() == "*\n"
    assert (project.cache / "MKDOCS-KNOWLEDGE-CACHE").is_file()
    assert moved.returncode == 0
    assert files_of(tmp_path / "moved").keys() >= {".gitignore", "MKDOCS-KNOWLEDGE-CACHE"}


def test_a_folder_that_is_not_ours_is_neither_used_nor_cleared(project: Project, web: Repository) -> None:
    project.settings(web_settings(web.file_url))
    project.cache.mkdir()
    (project.cache / "thesis.txt").write_text("mine")

    refused = [project.kb("sync"), project.kb("cache", "clear")]

    assert [run.returncode for run in refused] == [3, 3]
    assert "holds thesis.txt" in refused[0].stderr
    assert "nothing in it is deleted" in refused[1].stderr
    assert files_of(project.cache) == {"thesis.txt": b"mine"}


def test_clearing_leaves_what_others_have_put_there(project: Project, web: Repository, tmp_path: Path) -> None:
    project.settings(web_settings(web.file_url))
    project.kb("sync")
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "x").write_text("x")
    (project.cache / "sources" / "notes.txt").write_text("mine")
    (project.cache / "sources" / ("ab" * 16)).symlink_to(precious)

    cleared = project.kb("cache", "clear")

    assert cleared.returncode == 0
    assert (precious / "x").read_text() == "x"
    assert set(files_of(project.cache)) == {".gitignore", "MKDOCS-KNOWLEDGE-CACHE", "sources/notes.txt"}
    (project.cache / "sources" / "notes.txt").unlink()
    project.kb("cache", "clear")
    assert not project.cache.exists()


def test_clearing_twice_is_fine(project: Project) -> None:
    assert project.kb("cache", "clear").stdout == "removed 0 from .knowledge\n"
