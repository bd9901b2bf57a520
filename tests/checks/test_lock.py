"""Mutations of the lock and of what it pins: each is told by its rule, and the command that is told mends it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.sync.repository import Repository

from knowledge_base.cli import main

SETTINGS = """\
sources:
  web: {{git: "{url}"{more}}}
stores:
  - {{tier: repo, name: web, source: web, path: kb}}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that has synced one source, and is clean."""
    Repository.make(tmp_path / "web.git").commit({"kb/gotchas/timeouts.md": "# Timeouts\n"})
    folder = tmp_path / "project"
    folder.mkdir()
    write(folder)
    monkeypatch.chdir(folder)
    assert kb("sync").exit_code == 0
    assert findings() == []
    return folder


def write(folder: Path, more: str = "") -> None:
    url = (folder.parent / "web.git").as_uri()
    (folder / "knowledge.yml").write_text(SETTINGS.format(url=url, more=more), "utf-8")


def kb(*arguments: str) -> Any:
    return CliRunner().invoke(main, list(arguments))


def findings() -> list[tuple[str, str, str]]:
    report = json.loads(kb("check", "--format", "json").stdout)
    return [(found["rule"], found["path"], found["fix"]) for found in report["findings"]]


def remove(project: Path) -> None:
    (project / "knowledge.lock").unlink()


def forget(project: Path) -> None:
    lock = json.loads((project / "knowledge.lock").read_text("utf-8"))
    lock["sources"] = {}
    (project / "knowledge.lock").write_text(json.dumps(lock), "utf-8")


def other_ref(project: Path) -> None:
    write(project, ", ref: main")


@pytest.mark.parametrize("mutate", [remove, forget, other_ref])
def test_a_lock_that_does_not_fit_is_told_and_the_command_mends_it(
    mutate: Callable[[Path], None], project: Path
) -> None:
    mutate(project)

    assert findings() == [("KB070", "knowledge.lock", "run `kb sync`")]
    assert kb("check").exit_code == 1
    assert kb("sync").exit_code == 0
    assert findings() == []


def test_a_limit_that_was_reached_is_told(project: Path) -> None:
    Repository(project.parent / "web.git", day=1).commit({"kb/gotchas/queue.md": "# Queue\n"})
    assert kb("sync", "--update").exit_code == 0
    write(project, ", limits: {files: 1}")

    ((rule, path, fix),) = findings()

    assert (rule, path) == ("KB071", "knowledge.yml")
    assert "limits: {files: …}" in fix


def test_a_lock_that_cannot_be_read_is_refused(project: Path) -> None:
    (project / "knowledge.lock").write_text("<<<<<<< ours\n{}", "utf-8")

    done = kb("check")

    assert done.exit_code in (2, 3)
    assert "knowledge.lock" in done.stderr
