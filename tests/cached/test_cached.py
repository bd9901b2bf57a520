"""`kb search` over the cached index says what the files say, whatever happened to files, settings or cache."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support import write_tree

from knowledge_base import Knowledge, open
from knowledge_base.app import open_settings
from knowledge_base.cached import Before, ask
from knowledge_base.config import load

from .projects import (
    CHANGES,
    HARMLESS,
    Answers,
    answers,
    cache_file,
    edit,
    edit_of_the_same_size_and_time,
    exchanged,
    index,
    is_fresh,
    link,
    mended,
    new_file,
    project,
    removed,
)


def test_a_fresh_cache_is_used_and_says_the_same(tmp_path: Path) -> None:
    folder = project(tmp_path)
    expected = answers(open(folder))
    assert not is_fresh(folder)

    index(folder)

    assert is_fresh(folder)
    assert ask(folder, answers) == expected


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_the_files_answer(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)

    change(folder)

    assert not is_fresh(folder)
    assert ask(folder, answers) == answers(open(folder))
    if change is not link:
        index(folder)
        assert is_fresh(folder)
        assert ask(folder, answers) == answers(open(folder))


@pytest.mark.parametrize("change", HARMLESS)
def test_what_changes_no_answer_leaves_the_cache_fresh(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)

    change(folder)

    assert is_fresh(folder)
    assert ask(folder, answers) == answers(open(folder))


def test_a_change_while_the_index_is_made_is_seen(tmp_path: Path) -> None:
    for number, change in enumerate((edit, edit_of_the_same_size_and_time, new_file, removed, exchanged, mended)):
        folder = project(tmp_path / str(number))
        before = Before.of(load(folder))
        knowledge = open_settings(before.settings)
        files = knowledge.index_files()
        change(folder)
        before.leave(knowledge, files)
        assert ask(folder, answers) == answers(open(folder)), change
        folder = project(tmp_path / f"{number} earlier")
        before = Before.of(load(folder))
        change(folder)
        knowledge = open_settings(before.settings)
        before.leave(knowledge, knowledge.index_files())
        assert ask(folder, answers) == answers(open(folder)), change


def test_a_damaged_or_foreign_cache_is_no_cache(tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    file, expected = cache_file(folder), answers(open(folder))
    whole = file.read_bytes()
    header = whole.index(b"\n", whole.index(b"\n") + 1)
    places = [0, 10, 40, 100, header + 1, header + 200, *range(header + 300, len(whole), len(whole) // 40)]
    for place in places:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert ask(folder, answers) == expected, place
        file.write_bytes(whole[:place])
        assert ask(folder, answers) == expected, place
    file.unlink()
    file.mkdir()
    assert ask(folder, answers) == expected


def test_it_can_be_deleted_while_it_is_read(tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    expected = answers(open(folder))

    def deleting(knowledge: Knowledge) -> Answers:
        shutil.rmtree(folder / ".knowledge", ignore_errors=True)
        return answers(knowledge)

    assert ask(folder, deleting) == expected


def test_several_writers_and_readers_at_once(tmp_path: Path) -> None:
    folder = project(tmp_path)
    expected = answers(open(folder))
    wrong: list[object] = []

    def work() -> None:
        for _ in range(5):
            index(folder)
            if (got := ask(folder, answers)) != expected:
                wrong.append(got)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert is_fresh(folder)
    assert sorted(os.listdir(folder / ".knowledge")) == sorted(
        [".gitignore", "MKDOCS-KNOWLEDGE-CACHE", cache_file(folder).name]
    )


def test_projects_that_share_a_cache_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE_DIR", str(tmp_path / "shared"))
    one, other = project(tmp_path / "one"), project(tmp_path / "other")
    edit(other)
    index(one)
    index(other)
    assert is_fresh(one)
    assert is_fresh(other)
    assert ask(one, answers) == answers(open(one))
    assert ask(other, answers) == answers(open(other))


def test_a_folder_that_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    folder = project(tmp_path)
    write_tree(folder / ".knowledge", {"thesis.txt": "mine"})
    index(folder)
    assert os.listdir(folder / ".knowledge") == ["thesis.txt"]
    assert ask(folder, answers) == answers(open(folder))
