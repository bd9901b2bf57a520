"""Always-applied entries of sources, dates, limits, and what is left out."""

from __future__ import annotations

import datetime
import os
import random
import subprocess
from pathlib import Path

import pytest

import knowledge_base
from knowledge_base.cli.sources import age

from .conftest import Project, web_settings
from .git_server import Server
from .repository import ENVIRONMENT, Repository


@pytest.mark.parametrize("command", ["always-applied", "conventions"])
def test_always_applied_entries_of_an_untrusted_source_are_withheld_and_told(
    command: str, project: Project, web: Repository
) -> None:
    project.settings(web_settings(web.file_url))
    project.kb("sync")

    shown = project.json(command)
    text = project.kb(command).stdout

    assert shown["entries" if command == "always-applied" else command] == []
    [withheld] = shown["withheld"]
    assert (withheld["tier"], withheld["name"], withheld["count"]) == ("repo", "web", 1)
    assert withheld["reason"] == 'its source "web" is untrusted'
    assert "always_applied: allow" in withheld["next_action"]
    assert "withheld: 1 entry of repo/web" in text
    assert "Say what to do." not in text


@pytest.mark.parametrize("how", ["allow", "trusted"])
def test_a_person_can_admit_them(how: str, project: Project, web: Repository) -> None:
    trust = ", trust: trusted" if how == "trusted" else ""
    project.settings(web_settings(web.file_url, trust, store="" if trust else ", always_applied: allow"))
    project.kb("sync")

    shown = project.json("always-applied")

    assert [entry["path"] for entry in shown["entries"]] == ["conventions/errors.md"]
    assert shown["withheld"] == []


def test_withheld_entries_can_be_read_and_listed(project: Project, web: Repository) -> None:
    project.settings(web_settings(web.file_url))
    project.kb("sync")

    assert project.kb("read", "repo/web:conventions/errors.md").stdout == "# Errors\n\nSay what to do.\n"


def test_dates_are_those_of_the_last_change(project: Project, web: Repository) -> None:
    web.commit({"kb/gotchas/later.md": "# Later\n"})
    web.commit({"src/code.py": "print(2)\n"})
    moved = web.blob("# Errors\n\nSay what to do.\n")
    web.commit({"kb/conventions/errors.md": None, "kb/conventions/renamed.md": "# Errors\n\nSay what to do.\n"})
    assert moved
    project.settings(web_settings(web.file_url, top="dates: true\n"))
    project.kb("sync")

    knowledge = knowledge_base.open(project.folder)

    store = knowledge.stores[0].id
    assert {info.path: knowledge.changed(store, info.path) for _, info in knowledge.entries()} == {
        "gotchas/timeouts.md": "2026-01-01",
        "gotchas/later.md": "2026-01-02",
        "conventions/renamed.md": "2026-01-04",
    }


def test_a_shallow_source_says_unknown_where_it_cannot_know(project: Project, web: Repository, root: Path) -> None:
    web.commit({"kb/gotchas/later.md": "# Later\n"})
    shallow = Repository(root / "shallow.git")
    subprocess.run(
        ["git", "clone", "--quiet", "--bare", "--depth=2", web.file_url, shallow.folder], env=ENVIRONMENT, check=True
    )
    web.commit({"kb/gotchas/last.md": "# Last\n"})
    subprocess.run(
        ["git", "fetch", "--quiet", "--depth=2", "origin", "+main:main"],
        cwd=shallow.folder,
        env=ENVIRONMENT,
        check=True,
    )
    project.settings(web_settings(shallow.file_url, top="dates: true\n"))
    project.kb("sync")

    knowledge = knowledge_base.open(project.folder)

    store = knowledge.stores[0].id
    assert knowledge.changed(store, "gotchas/last.md") == "2026-01-03"
    assert knowledge.changed(store, "gotchas/later.md") is None
    assert knowledge.changed(store, "gotchas/timeouts.md") is None


def test_a_local_store_has_dates_from_the_repository_around_it(project: Project) -> None:
    def git(*arguments: str, day: int = 1) -> None:
        stamp = f"2026-02-{day:02} 12:00:00 +0000"
        environment = {**ENVIRONMENT, "GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp}
        subprocess.run(["git", *arguments], cwd=project.folder, env=environment, check=True, capture_output=True)

    project.settings("stores: [{tier: repo, name: own, path: sub/kb}]\ndates: true\n")
    folder = project.folder / "sub" / "kb" / "gotchas"
    folder.mkdir(parents=True)
    for name in ("old", "edited", "größe"):
        (folder / f"{name}.md").write_text("# X\n")
    git("init", "--quiet")
    git("add", "sub")
    git("commit", "-m", "x", day=1)
    (folder / "new.md").write_text("# New\n")
    git("add", "sub")
    git("commit", "-m", "x", day=5)
    (folder / "edited.md").write_text("# Edited\n")
    os.utime(folder / "old.md", (1, 1))
    (folder / "untracked.md").write_text("# U\n")

    knowledge = knowledge_base.open(project.folder)

    store = knowledge.stores[0].id
    assert {info.path: knowledge.changed(store, info.path) for _, info in knowledge.entries()} == {
        "gotchas/old.md": "2026-02-01",
        "gotchas/größe.md": "2026-02-01",
        "gotchas/new.md": "2026-02-05",
        "gotchas/edited.md": None,
        "gotchas/untracked.md": None,
    }


@pytest.mark.parametrize(
    ("limit", "code", "words"),
    [
        ("files: 1", 2, "more than its limit of 1"),
        ("bytes: 20", 2, "more bytes than its limit of 20 allows"),
    ],
)
def test_a_limit_is_named(limit: str, code: int, words: str, project: Project, web: Repository, server: Server) -> None:
    project.settings(web_settings(f"{server.url}/web.git", f", limits: {{{limit}}}"))

    refused = project.kb("sync")

    assert refused.returncode == code
    assert words in refused.stderr
    assert f"limits: {{{limit.split(':', maxsplit=1)[0]}: …}}" in refused.stderr
    assert not project.lock.exists()


def test_what_unpacks_to_far_more_than_it_weighs_is_stopped(project: Project, web: Repository) -> None:
    web.commit({"kb/gotchas/bomb.md": "# Bomb\n" + " " * 30_000_000})
    project.settings(web_settings(web.file_url, ", limits: {bytes: 1_000_000}"))

    refused = project.kb("sync")

    assert refused.returncode == 2
    assert "more bytes than its limit of 1,000,000 allows" in refused.stderr


def test_what_is_too_heavy_is_stopped_on_the_way(project: Project, web: Repository, server: Server) -> None:
    """A server that ignores the filter sends everything."""

    web.commit({"src/large.bin": random.Random(1).randbytes(8_000_000)})
    web.git("config", "uploadpack.allowFilter", "false")
    project.settings(web_settings(f"{server.url}/web.git", ", limits: {bytes: 100_000}"))

    refused = project.kb("sync")

    assert refused.returncode == 2
    assert "limit of 100,000" in refused.stderr


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2026-01-10T00:00:00Z", "today"),
        ("2026-01-09T00:00:00Z", "1 day old"),
        ("2025-01-10T00:00:00Z", "365 days old"),
        ("?", "age unknown"),
    ],
)
def test_age(date: str, words: str) -> None:
    assert age(date, datetime.datetime(2026, 1, 10, 12, tzinfo=datetime.timezone.utc)) == words
