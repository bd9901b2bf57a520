"""A server of real repositories, a project that syncs them, and `kb` and `mkdocs` as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.support import write_tree

from .git_server import Server, serving
from .repository import Repository

KB = [sys.executable, "-c", "from knowledge_base.cli import main; main()"]
MKDOCS_YML = """\
site_name: Test
site_url: https://docs.example.org/
theme: {name: material, font: false}
plugins: [search, knowledge]
"""


@dataclass
class Project:
    """A folder with `knowledge.yml`. `environment` is added to that of every process."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def settings(self, text: str) -> Project:
        write_tree(self.folder, {"knowledge.yml": text})
        return self

    def site(self, **files: str) -> Project:
        write_tree(self.folder, {"mkdocs.yml": MKDOCS_YML, "docs/index.md": "# Home\n", **files})
        return self

    def kb(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self._run([*KB, *arguments], environment)

    def json(self, *arguments: str, **environment: str) -> Any:
        return json.loads(self.kb(*arguments, "--format", "json", **environment).stdout)

    def build(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mkdocs", "build", *arguments]
        return self._run(command, {"NO_MKDOCS_2_WARNING": "1", **environment})

    def _run(self, command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={**os.environ, **self.environment, **environment},
        )

    @property
    def lock(self) -> Path:
        return self.folder / "knowledge.lock"

    @property
    def cache(self) -> Path:
        return self.folder / ".knowledge"


@pytest.fixture(autouse=True)
def _plain_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the person or the repository that runs the tests reaches git."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "KB_"))]:
        monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "gitconfig"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where the repositories are that `server` serves."""
    folder = tmp_path / "git"
    folder.mkdir()
    return folder


@pytest.fixture
def server(root: Path) -> Iterator[Server]:
    with serving(root) as state:
        yield state


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder)


@pytest.fixture
def web(root: Path) -> Repository:
    """A repository with one entry and some more."""
    repository = Repository.make(root / "web.git")
    repository.commit(
        {
            "kb/gotchas/timeouts.md": "---\ntags: [http]\n---\n# Timeouts\n\nA timeout of 0 is none.\n",
            "kb/conventions/errors.md": "# Errors\n\nSay what to do.\n",
            "docs/setup.md": "# Setup\n\nSee [timeouts](../kb/gotchas/timeouts.md).\n",
            "src/code.py": "print('never run')\n",
        }
    )
    return repository


def web_settings(url: str, more: str = "", store: str = "", top: str = "") -> str:
    """One source `web` at `url`, and a store of it."""
    return (
        f"sources:\n  web: {{git: '{url}'{more}}}\n"
        f"stores:\n  - {{tier: repo, name: web, source: web, path: kb{store}}}\n{top}"
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """Everything below a folder, by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
