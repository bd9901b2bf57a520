"""The gate within a build finds what `kb check` finds, and stops a build before the old site is touched."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.mkdocs_plugin.test_build import CONFIG, mkdocs
from tests.support import write_tree

FILES = {
    "docs/index.md": "# Home\n\n[gone](#nowhere) [entry](knowledge/repo/api/gotchas/a.md)\n",
    "docs/page.md": "# Page\n\n## A part\n\n[there](index.md#home) [gone](index.md#hone)\n",
    "knowledge/gotchas/a.md": "---\ntags: [http]\n---\n\n# A\n\n## Time outs\n"
    "\n[b](b.md#much-text) [c](b.md#mach-text)\n",
    "knowledge/gotchas/b.md": "---\ntags: [http]\n---\n\n# B\n\n## Much text\n\n[a](a.md#time-out) [self](#b)\n"
    '\n<a id="kb-own"></a> [own](#kb-own) [gone](gone.md#x) [page](../../docs/page.md#a-part)\n',
    "knowledge/gotchas/c.md": "---\ntags: [http]\n---\n\n# C\n\n<!-- kb: ignore KB060 told elsewhere -->"
    "\n[a](a.md#no)\n",
    "knowledge/gotchas/d.md": "---\ntags: [http]\n---\n\n# D\n\n<!-- kb: ignore KB060 not needed -->\n[a](a.md#a)\n",
    "knowledge/conventions/e.md": "# E\n\n[a](../gotchas/a.md#time-outs) [b](../gotchas/b.md#none-such)\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_tree(tmp_path, FILES)
    (tmp_path / "mkdocs.yml").write_text(json.dumps(CONFIG), "utf-8")
    settle(tmp_path, {})
    return tmp_path


def settle(folder: Path, checks: dict[str, Any]) -> None:
    store = {"tier": "repo", "name": "api", "path": "knowledge", "readmes": "free"}
    (folder / "knowledge.yml").write_text(json.dumps({"stores": [store], "checks": checks}), "utf-8")


def checked(folder: Path) -> list[tuple[str, int, int, str]]:
    done = subprocess.run(
        [sys.executable, "-c", "from knowledge_base.cli import main; main()", "check", "--format", "json"],
        cwd=folder,
        env=os.environ,
        capture_output=True,
        check=False,
    )
    found = json.loads(done.stdout)["findings"]
    return sorted((one["path"], one["line"], one["column"], one["rule"]) for one in found)


def told(log: str) -> list[tuple[str, int, int, str]]:
    found = re.findall(r"(\S+?):(\d+):(\d+): \w+ (KB\d{3})", log)
    return sorted((path, int(line), int(column), rule) for path, line, column, rule in found)


@pytest.mark.parametrize(
    "checks",
    [
        {},
        {"rules": {"KB060": "info"}},
        {"rules": {"KB060": "off"}},
        {"rules": {"KB060": "error"}},
        {"rules": {"KB091": "error"}},
        {"paths": [{"match": ["knowledge/gotchas/b.md"], "rules": {"KB060": "error"}}]},
    ],
    ids=str,
)
def test_a_build_tells_what_the_command_tells(project: Path, checks: dict[str, Any]) -> None:
    settle(project, checks)

    wanted = checked(project)

    assert told(mkdocs(project).stderr) == wanted
    assert {"KB009", "KB091"} <= {rule for *_, rule in wanted}


def test_a_dead_anchor_fails_a_strict_build(project: Path) -> None:
    assert 'did you mean "#much-text"?' in mkdocs(project).stderr
    done = mkdocs(project, "--strict")
    assert done.returncode == 1


def test_a_dead_anchor_that_is_an_error_leaves_the_old_site(project: Path) -> None:
    assert mkdocs(project).returncode == 0
    old = (project / "site" / "index.html").read_bytes()
    settle(project, {"rules": {"KB060": "error"}})
    (project / "docs" / "index.md").write_text("# New\n\n[gone](#nowhere)\n", "utf-8")

    done = mkdocs(project)

    assert done.returncode == 1
    assert "`kb check` finds errors in the knowledge base" in done.stderr
    assert (project / "site" / "index.html").read_bytes() == old
