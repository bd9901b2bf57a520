"""Text of strangers: shown, searched and listed, and never steering a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from knowledge_base.text.visible import visible

from .conftest import Kb, write

STEERING = ("\x1b[31m", "\x9b2J", "\x07", "\x7f", "\u202e", "\u2066", "\u200f", "\u200e", "\U000e0041", "\u2028")


@pytest.mark.parametrize("text", STEERING)
def test_steering_characters_become_visible(text: str) -> None:
    shown = visible(f"a{text}b")
    assert text[0] not in shown
    assert shown.startswith(f"a\\u{{{ord(text[0]):x}}}")
    assert visible(f"a\n\t{text}\r\n", lines=True) == f"a\n\t{shown[1:-1]}\n"


@pytest.mark.parametrize("text", ["plain", "é大🙂", "a\u0301", "\\u{1b}", "👩\u200d💻"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.fixture
def hostile(project: Path) -> Path:
    text = "".join(STEERING)
    write(
        project,
        {
            "api/gotchas/a\u202eb\nc.md": '---\ntags: ["evil", "\u202egat"]\n---\n'
            f"# <script>{text}\n\nevil {text} evil\n",
            "api/conventions/evil.md": f"# Evil\n\n{text}\n",
        },
    )
    return project


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "evil", "\x1b[31m", "--explain"),
        ("list",),
        ("tags",),
        ("always-applied",),
        ("conventions",),
        ("search", "x", "--tag", "\x1b[31m\u202e"),
        ("read", "repo/api:\x1b[31m\u202e"),
        ("\x1b[31m",),
    ],
)
def test_no_command_prints_them(kb: Kb, hostile: Path, arguments: tuple[str, ...]) -> None:
    output = kb(*arguments).output
    assert "\\u{" in output
    assert not [char for char in "".join(STEERING) if char in output and not char.isprintable()]


def test_json_and_read_keep_the_text_as_it_is(kb: Kb, hostile: Path) -> None:
    stored = (hostile / "api/conventions/evil.md").read_bytes()
    assert kb("read", "repo/api:conventions/evil.md").stdout_bytes == stored
    found = json.loads(kb("search", "evil", "--format", "json").stdout)["hits"][0]
    assert found["path"] == "gotchas/a\u202eb\nc.md"
    assert found["tags"] == ["evil", "\u202egat"]
    assert kb("read", f"repo/api:{found['path']}").exit_code == 0


@pytest.mark.parametrize("query", ["(", "\\", "$&", "__proto__", "constructor", "x" * 10_000, "<script>", "%", "{x}"])
def test_queries_are_only_text(kb: Kb, project: Path, query: str) -> None:
    result = kb("search", "--explain", "--", query)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("no hits for ")
