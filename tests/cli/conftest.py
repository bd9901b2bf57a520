"""A small real project, and `kb` run in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from knowledge_base.cli import main

SETTINGS = """\
stores:
  - {tier: repo, name: api, path: api}
  - {tier: project, name: handbook, path: handbook}
"""

FILES = {
    "api/architecture/routing.md": "---\ntags: [http, routing]\n---\n\n# Router\n\nWhere routing meets routing.\n",
    "api/architecture/transport.md": "# Transport\n\n" + "http " * 8 + "\n",
    "api/gotchas/timeouts.md": "---\ntags: [http timeouts]\n---\n\n# Timeouts\n\nA timeout of 0 is *no* timeout.\n",
    "api/conventions/errors.md": "---\ntags: [errors]\n---\n\n# Errors\n\nSay what to do.\n",
    "handbook/conventions/words.md": "# Words\n\nOne word for one thing.\n",
    "handbook/glossary/tier.md": "# Tier\n\nWhose store it is.\n",
    "handbook/decisions/größe.md": "# 大きさ\n\nÜber die Größe.\n",
}

Kb = Callable[..., Result]


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two stores, which is also the current folder."""
    write(tmp_path, {"knowledge.yml": SETTINGS, **FILES})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def kb() -> Kb:
    """`kb` in this process: `kb("search", "http")` gives exit code, stdout and stderr."""

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, list(arguments))

    return run


PROGRAM = [sys.executable, "-c", "from knowledge_base.cli import main; main()"]


@pytest.fixture
def program() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """`kb` as a process of its own."""

    def run(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*PROGRAM, *arguments], capture_output=True, check=False, timeout=60, env={**os.environ, **environment}
        )

    return run
