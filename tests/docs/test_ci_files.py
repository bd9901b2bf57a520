"""What others run in their CI: the hook and the action are as the guide says, and take no code from inputs."""

from __future__ import annotations

from typing import Any

import click
import yaml
from tests.support import ROOT

from knowledge_base.cli import main

GUIDE = ROOT.joinpath("docs/guide/check.md").read_text("utf-8")


def read(name: str) -> Any:
    return yaml.safe_load(ROOT.joinpath(name).read_text("utf-8"))


def test_each_hook_runs_a_command_and_is_in_the_guide() -> None:
    assert isinstance(main, click.Group)
    for hook in read(".pre-commit-hooks.yaml"):
        program, command = hook["entry"].split()
        assert (program, command in main.list_commands(click.Context(main))) == ("kb", True)
        assert f"- id: {hook['id']}\n" in GUIDE
        assert hook["pass_filenames"] is False
        assert hook["additional_dependencies"] == [".[site]"], "links to anchors need it"


def test_the_action_takes_no_code_from_its_inputs() -> None:
    action = read("action.yml")
    scripts = [step["run"] for step in action["runs"]["steps"]]

    assert action["runs"]["using"] == "composite"
    assert any("check --format github" in script for script in scripts)
    assert not any("${{" in script for script in scripts)
    assert all(step["shell"] == "bash" for step in action["runs"]["steps"])
    assert "arguments:" in GUIDE
    assert set(action["inputs"]) == {"arguments", "directory"}
