"""The run of the gate that the README shows is a real one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support import ROOT, write_tree

from knowledge_base.cli import main

FILES = {
    "docs/tiers.md": "# Tiers\n\n<!-- kb:tiers -->\n\nThere is one.\n\n<!-- /kb:tiers -->\n",
    "knowledge/gotchas/timeouts.md": "---\ntags: [http]\n---\n\n# Timeouts\n\nSee [retries](retrys.md).\n",
    "knowledge/gotchas/retries.md": "---\ntags: [http]\n---\n\n# Retries\n\nThree.\n",
}


def test_the_failing_run_and_the_repair_are_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = ROOT.joinpath("README.md").read_text("utf-8")
    console = next(block for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL) if "kb check\n" in block)
    monkeypatch.chdir(write_tree(tmp_path, FILES))
    run = CliRunner()
    assert run.invoke(main, ["init"]).exit_code == 0

    failing = run.invoke(main, ["check"])
    timeouts = tmp_path / "knowledge/gotchas/timeouts.md"
    timeouts.write_text(timeouts.read_text("utf-8").replace("retrys", "retries"), "utf-8")
    repaired = run.invoke(main, ["check", "--fix"])

    assert (failing.exit_code, repaired.exit_code) == (1, 0)
    assert console == (
        f"$ kb check\n{failing.output}\n$ sed -i s/retrys/retries/ knowledge/gotchas/timeouts.md\n"
        f"$ kb check --fix\n{repaired.output}"
    )
