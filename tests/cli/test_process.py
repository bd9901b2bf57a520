"""`kb` as a process: a real terminal, a closed pipe, a full disk, bytes that are no UTF-8."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge_base import __version__

from .conftest import PROGRAM, write

Program = Callable[..., "subprocess.CompletedProcess[bytes]"]
COLOUR = re.compile("\x1b\\[[0-9;]*m")


def on_terminal(*arguments: str, **environment: str) -> str:
    """What `kb` prints on a terminal of 60 columns."""
    ours, its = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    settings = {**inherited, "TERM": "xterm", "COLUMNS": "60", **environment}
    process = subprocess.Popen([*PROGRAM, *arguments], stdout=its, stderr=its, env=settings)
    os.close(its)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # Linux reports the closed end of a terminal as an error
    process.wait(timeout=60)
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def test_colour_on_a_terminal_only(project: Path, program: Program) -> None:
    shown = on_terminal("search", "routing")
    assert "\x1b[33m\x1b[1mrouting\x1b[0m" in shown
    plain = program("search", "routing").stdout.decode()
    assert "\x1b" not in plain
    assert COLOUR.sub("", shown) == plain
    assert on_terminal("search", "routing", NO_COLOR="1") == plain
    assert on_terminal("search", "routing", TERM="dumb") == plain


def test_long_lines_are_wrapped_on_a_terminal_only(project: Path, program: Program) -> None:
    write(project, {"api/gotchas/long.md": "# Long\n\n" + "wordy " * 30 + "\n"})
    wrapped = COLOUR.sub("", on_terminal("search", "wordy")).splitlines()
    assert max(map(len, wrapped)) <= 60
    assert sum(line.count("wordy") for line in wrapped) == 31
    assert max(map(len, program("search", "wordy").stdout.decode().splitlines())) > 100


def test_read_escapes_on_a_terminal_and_keeps_bytes_elsewhere(project: Path, program: Program) -> None:
    text = "# A\r\n\r\n\x1b]0;title\x07\ttab \u202e\n"
    write(project, {"api/gotchas/a.md": text})
    assert on_terminal("read", "repo/api:gotchas/a.md").split() == [
        "#",
        "A",
        "\\u{1b}]0;title\\u{7}",
        "tab",
        "\\u{202e}",
    ]
    assert program("read", "repo/api:gotchas/a.md").stdout == text.encode()


def test_bytes_that_are_no_utf8(project: Path, program: Program) -> None:
    result = program("search", b"\xff caf\xe9", "--format", "json")
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["terms"] == ["\ufffd", "caf\ufffd"]
    assert program("search", "x", "--tag", b"\xff").stderr.decode().startswith("error: ")


def test_a_locale_without_unicode_cannot_make_it_fail(project: Path, program: Program) -> None:
    poor = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    write(project, {"api/gotchas/size.md": "# 大きさ\n\nsize\n"})
    text = program("search", "size", **poor)
    assert text.returncode == 0
    assert b"\\u5927\\u304d\\u3055" in text.stdout
    as_json = program("search", "size", "--format", "json", **poor)
    assert json.loads(as_json.stdout)["hits"][0]["title"] == "大きさ"


def test_a_reader_that_leaves_early_is_no_error(project: Path) -> None:
    write(project, {f"api/gotchas/{'x' * 200}{i}.md": "# X\n" for i in range(1000)})
    with subprocess.Popen([*PROGRAM, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here to stand for a full disk")
def test_a_full_disk_is_a_sentence(project: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run([*PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert result.returncode == 3
    assert result.stderr.decode().splitlines()[0].startswith("error: cannot write the output: ")


def test_version_needs_neither_mkdocs_nor_templates() -> None:
    script = (
        "import sys\n"
        "from knowledge_base.cli import main\n"
        "try:\n    main(['--version'])\n"
        "finally:\n    print(sorted({'mkdocs', 'material', 'jinja2', 'mcp', 'markdown'} & sys.modules.keys()))\n"
    )
    result = subprocess.run([PROGRAM[0], "-c", script], capture_output=True, check=True, timeout=60)
    assert result.stdout.decode() == f"kb {__version__}\n[]\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_that_asks_kb(program: Program, shell: str) -> None:
    result = program("completion", shell)
    assert result.returncode == 0
    assert f"_KB_COMPLETE={shell}_complete" in result.stdout.decode()


def test_completion_completes(program: Program) -> None:
    result = program(_KB_COMPLETE="bash_complete", COMP_WORDS="kb se", COMP_CWORD="1")
    assert result.stdout.decode().split() == ["plain,search"]
