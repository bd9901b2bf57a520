"""Long work is shown on a terminal, is gone when it is over, and leaves no trace anywhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support import write_tree

from knowledge_base import progress

AT_ONCE = "from knowledge_base import progress; progress.DELAY = progress.EVERY = 0; "
KB = [sys.executable, "-c", f"{AT_ONCE}from knowledge_base.cli import main; main()"]
MKDOCS = [sys.executable, "-c", f"{AT_ONCE}from mkdocs.__main__ import cli; cli()"]
STORE = {f"knowledge/decisions/{i}.md": f"# Entry {i}\n\nwords of {i}\n" for i in range(30)}
CLEAR = "\r\x1b[K"
PLAIN = {name: value for name, value in os.environ.items() if name not in ("CI", "NO_COLOR", "TERM")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    site = '{"site_name": "x", "theme": {"name": "material", "font": false}, "plugins": ["knowledge"]}'
    return write_tree(tmp_path, {**STORE, "docs/index.md": "# Home\n", "mkdocs.yml": site})


def seen(command: list[str], folder: Path, **environment: str) -> str:
    """What a terminal is sent on stderr."""
    leader, follower = pty.openpty()
    try:
        with subprocess.Popen(
            command,
            cwd=folder,
            env={**PLAIN, "TERM": "xterm", "NO_MKDOCS_2_WARNING": "1", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=follower,
        ):
            os.close(follower)
            return b"".join(_read(leader)).decode()
    finally:
        os.close(leader)


def _read(leader: int) -> Iterator[bytes]:
    while True:
        try:
            content = os.read(leader, 65_536)
        except OSError:  # how Linux says that the other end is closed
            return
        if not content:
            return
        yield content


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (["index", "out"], "indexing entries"),
        (["index", "out"], "reading entries"),
        (["check"], "reading entries"),
        (["search", "words"], "reading entries"),
    ],
)
def test_a_terminal_shows_how_far_the_work_is_and_nothing_afterwards(
    project: Path, arguments: list[str], work: str
) -> None:
    written = seen([*KB, *arguments], project)
    assert f"{CLEAR}{work}: " in written
    assert " of 30" in written
    last = written.rindex(" of ")
    assert CLEAR in written[last:]
    assert not written.split(CLEAR)[-1].startswith(("reading", "indexing", "checking"))


def test_a_build_shows_it_unless_it_is_quiet(project: Path) -> None:
    assert f"{CLEAR}indexing entries: 0 of 30" in seen([*MKDOCS, "build"], project)
    assert " of 30" not in seen([*MKDOCS, "build", "--quiet"], project)


def test_colours_have_nothing_to_do_with_it(project: Path) -> None:
    assert " of 30" in seen([*KB, "index", "out"], project, NO_COLOR="1")


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"CI": "true"}])
def test_nothing_is_shown_where_a_line_cannot_be_rewritten(project: Path, environment: dict[str, str]) -> None:
    assert " of 30" not in seen([*KB, "index", "out"], project, **environment)


def test_nothing_is_shown_in_a_pipe(project: Path) -> None:
    done = subprocess.run([*KB, "index", "out"], cwd=project, env=PLAIN, capture_output=True, check=True)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout


def test_quick_work_is_not_shown(project: Path) -> None:
    quick = [sys.executable, "-c", "from knowledge_base import progress; progress.DELAY = 60; " + KB[2][len(AT_ONCE) :]]
    assert seen([*quick, "index", "out"], project) == ""


def test_the_items_are_those_that_were_given() -> None:
    assert list(progress.told("counting", range(3))) == [0, 1, 2]
    with progress.shown():
        assert list(progress.told("counting", range(3))) == [0, 1, 2]
