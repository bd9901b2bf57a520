"""An index that is made from the one in the cache is, to the byte, the index that is made from nothing."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge_base import Knowledge, open
from knowledge_base.cached import Before, ask
from knowledge_base.cached.remembered import Remembered
from knowledge_base.config import load

from .projects import (
    CHANGES,
    HARMLESS,
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

ODD = "---\ntags: [http\n---\n# Odd\n"
"""A block that cannot be read, which is a finding."""


def made(folder: Path) -> tuple[Knowledge, dict[str, bytes]]:
    knowledge, files, _ = Before.of(load(folder)).index()
    return knowledge, files


def read_again(knowledge: Knowledge) -> list[str]:
    """The entries that were read, of a project of which the others were not."""
    stores = [named.store for named in knowledge.stores]
    assert all(isinstance(store, Remembered) for store in stores)
    return [path for store in stores if isinstance(store, Remembered) for path in store.edited]


def from_nothing(folder: Path) -> tuple[dict[str, bytes], object]:
    knowledge = open(folder)
    return knowledge.index_files(), knowledge.findings()


def assert_is_as_from_nothing(folder: Path) -> None:
    knowledge, files = made(folder)
    assert (files, knowledge.findings()) == from_nothing(folder)


@pytest.mark.parametrize("change", [*CHANGES, *HARMLESS])
def test_after_any_change_the_index_is_that_from_nothing(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    change(folder)
    assert_is_as_from_nothing(folder)
    index(folder)
    if change is not link:
        assert is_fresh(folder)
    assert_is_as_from_nothing(folder)


@pytest.mark.parametrize(
    ("change", "expected"), [(edit, "gotchas/a.md"), (edit_of_the_same_size_and_time, "gotchas/b.md")]
)
def test_only_what_was_edited_is_read(change: Callable[[Path], None], expected: str, tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    assert read_again(made(folder)[0]) == []
    change(folder)
    assert read_again(made(folder)[0]) == [expected]
    index(folder)
    assert read_again(made(folder)[0]) == []


def test_many_edits_one_after_the_other(tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    choice = random.Random(5).choice
    for number in range(12):
        file = folder / choice(("knowledge/gotchas/a.md", "knowledge/conventions/always.md", "api/gotchas/a.md"))
        text = choice(
            ("", ODD, f"# Edit {number}\nhttp\n", "http routing " * number, file.read_text("utf-8") + "日本 new")
        )
        file.write_text(text, "utf-8")
        before = Before.of(load(folder))
        knowledge, files, builder = before.index()
        assert set(read_again(knowledge)) <= {file.relative_to(file.parents[1]).as_posix()}
        assert (files, knowledge.findings()) == from_nothing(folder)
        before.leave(knowledge, files, builder)
        assert is_fresh(folder)
        assert ask(folder, answers) == answers(open(folder))


def test_a_finding_goes_with_what_caused_it(tmp_path: Path) -> None:
    folder = project(tmp_path)
    file = folder / "knowledge/gotchas/a.md"
    file.write_text(ODD, "utf-8")
    index(folder)
    knowledge, _ = made(folder)
    assert knowledge.findings() == open(folder).findings()
    odd = len(knowledge.findings())
    file.write_text("# A\n", "utf-8")
    knowledge, _ = made(folder)
    assert len(knowledge.findings()) == odd - 1
    assert read_again(knowledge) == ["gotchas/a.md"]


def test_a_change_while_the_index_is_made_is_in_the_next(tmp_path: Path) -> None:
    for number, change in enumerate((edit, edit_of_the_same_size_and_time, new_file, removed, exchanged, mended)):
        folder = project(tmp_path / str(number))
        index(folder)
        before = Before.of(load(folder))
        change(folder)
        before.leave(*before.index())
        assert_is_as_from_nothing(folder)
        assert ask(folder, answers) == answers(open(folder)), change
        folder = project(tmp_path / f"{number} later")
        index(folder)
        before = Before.of(load(folder))
        done = before.index()
        change(folder)
        before.leave(*done)
        assert_is_as_from_nothing(folder)
        assert ask(folder, answers) == answers(open(folder)), change


def test_a_damaged_cache_makes_the_same_index(tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    edit(folder)
    file, expected = cache_file(folder), from_nothing(folder)[0]
    whole = file.read_bytes()
    for place in range(0, len(whole), len(whole) // 120):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert made(folder)[1] == expected, place
        file.write_bytes(whole[:place])
        assert made(folder)[1] == expected, place
    file.unlink()
    file.mkdir()
    assert made(folder)[1] == expected


def test_a_cache_that_can_only_be_read_serves_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(tmp_path)
    index(folder)
    edit(folder)
    before = cache_file(folder).read_bytes()
    may = os.access  # of root it says that all can be written
    monkeypatch.setattr(os, "access", lambda path, mode: path != folder / ".knowledge" and may(path, mode))
    assert read_again(made(folder)[0]) == ["gotchas/a.md"]
    index(folder)
    assert cache_file(folder).read_bytes() == before
    assert_is_as_from_nothing(folder)
