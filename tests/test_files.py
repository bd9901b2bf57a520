"""Files are replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from knowledge_base import OutsideError
from knowledge_base.files import create, write


def test_a_file_and_its_folders_are_made(tmp_path: Path) -> None:
    write(tmp_path / "a/b/c.txt", b"one")
    assert (tmp_path / "a/b/c.txt").read_bytes() == b"one"
    write(tmp_path / "a/b/c.txt", b"two")
    assert (tmp_path / "a/b/c.txt").read_bytes() == b"two"
    assert [file.name for file in (tmp_path / "a/b").iterdir()] == ["c.txt"]


def test_a_new_file_has_the_rights_that_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "a", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a", b"old")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(OutsideError, match="No space left on device") as caught:
        write(tmp_path / "a", b"new")
    assert (caught.value.code, caught.value.exit_code) == ("write_failed", 3)
    assert caught.value.resource == (tmp_path / "a").as_posix()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a", b"old")]


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "a", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_takes_no_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "file", b"x")
    (tmp_path / "folder").mkdir()
    for target in (tmp_path / "file/below", tmp_path / "folder"):
        with pytest.raises(OutsideError) as caught:
            write(target, b"")
        assert target.as_posix() in caught.value.message
        assert caught.value.next_action


def test_a_long_name_is_written_like_any_other(tmp_path: Path) -> None:
    write(tmp_path / ("n" * 250), b"x")
    assert [len(file.name) for file in tmp_path.iterdir()] == [250]


def test_create_never_touches_what_is_there(tmp_path: Path) -> None:
    assert create(tmp_path / "a", "é\n")
    assert (tmp_path / "a").read_bytes() == "é\n".encode()
    assert not create(tmp_path / "a", "other")
    assert (tmp_path / "a").read_bytes() == "é\n".encode()


def test_create_takes_a_broken_link_for_something(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("nowhere")
    assert not create(tmp_path / "a", "x")
    assert not (tmp_path / "nowhere").exists()
