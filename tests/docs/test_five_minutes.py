"""The commands that a newcomer is told to type, typed in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import ROOT

# What serves would never end, so that the same site is built, as strictly as can be.
SERVE = 'mkdocs() { [ "$1" = serve ] && set -- build --strict; command mkdocs "$@"; }'


def commands(page: str, heading: str) -> list[str]:
    text = ROOT.joinpath(page).read_text("utf-8")
    below = re.split(r"^## ", text.partition(f"## {heading}\n")[2], flags=re.MULTILINE)[0]
    blocks = re.findall(r"```console\n(.*?)```", below, re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize(
    ("page", "heading"), [("README.md", "Five minutes"), ("docs/index.md", "Start in five minutes")]
)
def test_the_first_five_minutes_lead_to_a_site_and_a_hit(page: str, heading: str, tmp_path: Path) -> None:
    typed = [line for line in commands(page, heading) if not line.startswith("pip install")]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    done = subprocess.run(
        ["bash", "-euc", "\n".join([SERVE, *typed])],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert {"mkdocs serve", "kb init --site"} <= {line.partition("  ")[0] for line in typed}
    assert '1 hit for "example"' in done.stdout
    assert "coverage" in done.stdout
    assert tmp_path.joinpath("handbook/site/knowledge/project/knowledge/architecture/example/index.html").is_file()
