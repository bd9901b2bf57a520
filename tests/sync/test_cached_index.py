"""The cached index of a project with sources: as long as their pins are the same, they are not read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import write_tree

import knowledge_base
from knowledge_base.cached import Before, fresh
from knowledge_base.cached.remembered import Remembered
from knowledge_base.config import load

from .conftest import Project, web_settings
from .repository import Repository

LOCAL = "  - {tier: project, name: own, path: knowledge}\n"


def made(folder: Path) -> tuple[bool, dict[str, bytes]]:
    """Whether only edits were read, and the index."""
    before = Before.of(load(folder))
    knowledge, files, builder = before.index()
    before.leave(knowledge, files, builder)
    return all(isinstance(named.store, Remembered) for named in knowledge.stores), files


def from_nothing(folder: Path) -> dict[str, bytes]:
    return knowledge_base.open(folder).index_files()


@pytest.fixture
def folder(project: Project, web: Repository) -> Path:
    project.settings(web_settings(web.file_url, top=LOCAL))
    write_tree(project.folder, {"knowledge/gotchas/a.md": "# A\nhttp\n"})
    done = project.kb("sync")
    assert done.returncode == 0, done.stderr
    return project.folder


def test_an_edit_of_a_local_store_reads_no_source(folder: Path) -> None:
    assert made(folder) == (False, from_nothing(folder))
    write_tree(folder, {"knowledge/gotchas/a.md": "# A\ntimeout\n"})
    assert made(folder) == (True, from_nothing(folder))
    with fresh(load(folder)) as knowledge:
        assert knowledge
        assert knowledge.search("timeout") == knowledge_base.open(folder).search("timeout")


def test_another_pin_is_another_index(folder: Path, project: Project, web: Repository) -> None:
    before = made(folder)[1]
    web.commit({"kb/gotchas/timeouts.md": "# Timeouts\n\nAll is another.\n"})
    assert project.kb("sync", "--update").returncode == 0
    is_edit, files = made(folder)
    assert (is_edit, files) == (False, from_nothing(folder))
    assert files != before
