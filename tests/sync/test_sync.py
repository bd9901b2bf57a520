"""`kb sync` and the lock, over `file://` and over smart HTTP, with and without a password."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import knowledge_base
from knowledge_base.errors import KnowledgeError

from .conftest import Project, web_settings
from .git_server import Server
from .repository import Repository


def ask_helper(home: Path, user: str, password: str) -> None:
    """A credential helper, as a person would set one up."""
    helper = home / "helper"
    helper.write_text(f"#!/bin/sh\ntest \"$1\" = get && printf 'username={user}\\npassword={password}\\n'\n")
    helper.chmod(0o755)
    (home / "gitconfig").write_text(f"[credential]\n\thelper = {helper}\n")


@pytest.fixture(params=["file", "http", "password", "no filter"])
def url(request: pytest.FixtureRequest, web: Repository, server: Server, tmp_path: Path) -> str:
    if request.param == "file":
        return web.file_url
    if request.param == "password":
        server.user = ("reader", "s3cret")
        ask_helper(tmp_path / "home", *server.user)
    if request.param == "no filter":
        web.git("config", "uploadpack.allowFilter", "false")
    return f"{server.url}/web.git"


def test_a_source_is_fetched_once_and_pinned(url: str, project: Project, web: Repository, server: Server) -> None:
    project.settings(web_settings(url))

    first = project.kb("sync")
    requests = len(server.requests)
    second = project.kb("sync")

    assert (first.returncode, first.stderr) == (0, "")
    assert (
        first.stdout == f"web  pinned at {(web.tip() or '')[:12]}; entries: 2 added\nwrote knowledge.lock: commit it\n"
    )
    assert json.loads(project.lock.read_text()) == {
        "format": 1,
        "sources": {
            "web": {"git": url, "ref": None, "branch": "main", "commit": web.tip(), "date": "2026-01-01T12:00:00Z"}
        },
    }
    assert (second.returncode, second.stdout) == (0, "1 source as pinned\n")
    assert len(server.requests) == requests
    assert project.json("search", "timeout")["hits"][0]["path"] == "gotchas/timeouts.md"


def test_every_oddity_arrives_over_every_transport(url: str, project: Project, web: Repository) -> None:
    side = web.commit({"kb/gotchas/side.md": "# Side\n"}, branch="side", empty=True)
    names = ["a b.md", "c#d.md", "e%20f.md", "caf\u00e9.md", "o\u0308.md", "crlf.md"]
    web.commit(
        {
            **{f"kb/gotchas/{name}": f"# {name}\r\n" for name in names},
            "kb/gotchas/timeouts.md": None,
            "kb/gotchas/renamed.md": "# Renamed\n",
            "kb/gotchas/pointer.md": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "kb/gotchas/side.md": "# Side\n",
        },
        links={"kb/gotchas/in.md": "renamed.md", "kb/gotchas/out.md": "/etc/passwd"},
        submodules={"kb/sub": side},
        merge=side,
    )
    project.settings(web_settings(url))

    assert project.kb("sync").returncode == 0
    listed = {row["path"].removeprefix("gotchas/") for row in project.json("list")["entries"]}
    assert listed == {*names, "renamed.md", "in.md", "side.md", "conventions/errors.md"}
    told = project.kb("list").stderr
    assert sorted(re.findall(r"KB\d+", told)) == ["KB072", "KB100", "KB102"]


def test_a_pin_stays_until_it_is_moved(url: str, project: Project, web: Repository) -> None:
    project.settings(web_settings(url))
    project.kb("sync")
    old = web.tip()
    new = web.commit(
        {"kb/gotchas/timeouts.md": "# New\n", "kb/gotchas/more.md": "# More\n", "kb/conventions/errors.md": None}
    )

    assert project.json("sync")["changes"] == []
    assert project.json("search", "new")["total"] == 0
    moved = project.json("sync", "--update", "web")

    assert moved["changes"] == [
        {
            "source": "web",
            "from": old,
            "to": new,
            "entries": [
                {"address": "repo/web:conventions/errors.md", "change": "removed"},
                {"address": "repo/web:gotchas/more.md", "change": "added"},
                {"address": "repo/web:gotchas/timeouts.md", "change": "changed"},
            ],
        }
    ]
    assert project.json("search", "new")["total"] == 1


def test_sources_on_one_url_share_a_repository(project: Project, web: Repository) -> None:
    web.git("tag", "v1")
    web.commit({"kb/gotchas/more.md": "# More\n"})
    project.settings(
        f"sources:\n  old: {{git: '{web.file_url}', ref: v1}}\n  new: {{git: '{web.file_url}'}}\n"
        "stores:\n  - {tier: repo, name: old, source: old, path: kb}\n"
        "  - {tier: repo, name: new, source: new, path: kb}\n"
        "  - {tier: project, name: again, source: new, path: kb/gotchas}\n"
    )

    assert project.kb("sync").returncode == 0
    assert len([path for path in (project.cache / "sources").iterdir() if path.is_dir()]) == 1
    assert {row["tier"] + row["name"] for row in project.json("list")["entries"]} == {
        "repoold",
        "reponew",
        "projectagain",
    }


def test_only_what_is_used_is_fetched(project: Project, web: Repository, server: Server) -> None:
    web.commit({"src/large.bin": bytes(range(256)) * 4000})
    project.settings(web_settings(f"{server.url}/web.git"))

    assert project.kb("sync").returncode == 0
    packs = sum(path.stat().st_size for path in project.cache.rglob("*.pack"))
    assert packs < 20_000
    assert server.sent < 20_000


def test_offline_uses_the_cache_or_names_what_is_missing(project: Project, web: Repository, server: Server) -> None:
    project.settings(web_settings(f"{server.url}/web.git"))
    unpinned = project.kb("sync", "--offline")
    project.kb("sync")
    server.requests.clear()
    cached = project.kb("sync", "--offline")
    project.kb("cache", "clear")
    lost = project.kb("sync", "--offline")

    assert unpinned.returncode == 3
    assert 'source "web" must be asked which commit it is at' in unpinned.stderr
    assert cached.returncode == 0
    assert lost.returncode == 3
    assert f"the cache lacks commit {web.tip()}" in lost.stderr
    assert server.requests == []


def test_check_fails_when_lock_and_settings_disagree(project: Project, web: Repository) -> None:
    project.settings(web_settings(web.file_url))
    before = project.kb("sync", "--check")
    project.kb("sync")
    agreed = project.kb("sync", "--check")
    project.settings(web_settings(web.file_url, ", ref: other"))
    ref = project.kb("sync", "--check")
    project.settings("sources: {}\nstores: [{tier: repo, name: x, path: .}]\n")
    gone = project.kb("sync", "--check")

    assert (before.returncode, before.stdout) == (1, 'source "web" has no pin\nrun `kb sync`\n')
    assert agreed.returncode == 0
    assert (ref.returncode, ref.stdout.splitlines()[0]) == (1, 'source "web" was pinned for ref (default), not other')
    assert (gone.returncode, gone.stdout.splitlines()[0]) == (1, '"web" is pinned and is no source')


def test_a_changed_ref_is_pinned_anew_and_a_source_that_is_gone_leaves_the_lock(
    project: Project, web: Repository
) -> None:
    project.settings(web_settings(web.file_url))
    project.kb("sync")
    web.commit({"kb/gotchas/b.md": "# B\n"}, branch="next", empty=True)
    project.settings(web_settings(web.file_url, ", ref: next"))
    stale = project.kb("list")
    moved = project.json("sync")
    project.settings("sources: {}\nstores: [{tier: repo, name: x, path: .}]\n")
    gone = project.json("sync")

    assert stale.returncode == 2
    assert "was pinned for another URL or ref" in stale.stderr
    assert "run `kb sync`" in stale.stderr
    assert moved["changes"][0]["to"] == web.tip("next")
    assert gone["changes"][0] | {"entries": 0} == {"source": "web", "from": web.tip("next"), "to": None, "entries": 0}
    assert json.loads(project.lock.read_text())["sources"] == {}


def test_an_unknown_source_to_update_names_the_nearest(project: Project, web: Repository) -> None:
    project.settings(web_settings(web.file_url))

    refused = project.kb("sync", "--update", "wep")

    assert refused.returncode == 2
    assert 'did you mean "web"?' in refused.stderr


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"format": 2, "sources": {}}',
        '<<<<<<< a\n{"format": 1}',
        '{"format": 1, "sources": {"web": {}}}',
    ],
)
def test_a_lock_that_cannot_be_read_is_refused(content: str, project: Project, web: Repository) -> None:
    project.settings(web_settings(web.file_url))
    project.lock.write_text(content)

    refused = project.kb("sync")

    assert refused.returncode == 2
    assert "the lock cannot be used" in refused.stderr
    assert project.lock.read_text() == content


def test_sources_lists_pins_and_their_age(project: Project, web: Repository) -> None:
    project.settings(web_settings(web.file_url, ", ref: main, optional: true"))
    before = project.kb("sources").stdout
    project.kb("sync")

    assert "not pinned: run `kb sync`" in before
    [row] = project.json("sources")["sources"]
    assert row == {
        "name": "web",
        "git": web.file_url,
        "ref": "main",
        "trust": "untrusted",
        "optional": True,
        "commit": web.tip(),
        "date": "2026-01-01T12:00:00Z",
        "state": "pinned",
    }
    assert "days old" in project.kb("sources").stdout


def test_reading_commands_never_fetch(project: Project, web: Repository, server: Server) -> None:
    project.settings(web_settings(f"{server.url}/web.git"))
    project.kb("sync")
    server.requests.clear()
    project.kb("cache", "clear")

    with pytest.raises(KnowledgeError) as refused:
        knowledge_base.open(project.folder)

    assert refused.value.code == "source_not_cached"
    assert server.requests == []


REFS = {
    "branch": ("side", "side"),
    "light tag": ("light", "main"),
    "annotated tag": ("noted", "main"),
    "full name of a branch": ("refs/heads/both", "both"),
    "full name of a tag": ("refs/tags/both", "main"),
}


@pytest.fixture
def refs(web: Repository) -> dict[str, str]:
    """Commits by what leads to them."""
    first = web.tip() or ""
    web.git("tag", "light")
    web.git("tag", "both")
    web.git("tag", "-a", "noted", "-m", "x")
    web.git("update-ref", "refs/heads/both", web.commit({"kb/gotchas/both.md": "# Both\n"}, branch="other", empty=True))
    side = web.commit({"kb/gotchas/side.md": "# Side\n"}, branch="side", empty=True)
    merged = web.commit({"kb/gotchas/merged.md": "# Merged\n"}, merge=side)
    return {"main": first, "side": side, "both": web.tip("both") or "", "merged": merged}


@pytest.mark.parametrize("kind", REFS)
def test_a_ref_leads_to_its_commit(
    kind: str, project: Project, web: Repository, server: Server, refs: dict[str, str]
) -> None:
    ref, expected = REFS[kind]
    project.settings(web_settings(f"{server.url}/web.git", f", ref: {ref}"))

    assert project.json("sync")["changes"][0]["to"] == refs[expected]


def test_a_full_commit_is_fetched_also_when_no_branch_ends_there(
    project: Project, web: Repository, server: Server, refs: dict[str, str]
) -> None:
    project.settings(web_settings(f"{server.url}/web.git", f", ref: {refs['main']}"))

    assert project.json("sync")["changes"][0]["to"] == refs["main"]
    assert json.loads(project.lock.read_text())["sources"]["web"]["branch"] == "main"


def test_a_merge_is_fetched_whole(project: Project, web: Repository, refs: dict[str, str]) -> None:
    project.settings(web_settings(web.file_url))

    assert project.json("sync")["changes"][0]["to"] == refs["merged"]
    assert "gotchas/merged.md" in {row["path"] for row in project.json("list")["entries"]}


def test_a_name_of_branch_and_tag_is_refused_with_both(project: Project, web: Repository, refs: dict[str, str]) -> None:
    project.settings(web_settings(web.file_url, ", ref: both"))

    refused = project.kb("sync")

    assert refused.returncode == 2
    assert '"both" is both a branch and a tag' in refused.stderr
    assert "refs/heads/both" in refused.stderr
    assert "refs/tags/both" in refused.stderr
    assert not project.lock.exists()
