"""The site on which the tasks are tried: K, S, what this project knows about itself, and its documentation."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from tests.browser.serving import Served, serve
from tests.browser.sites import run_mkdocs
from tests.support import ROOT, SHARED, write_tree

FOLDERS = (
    ("repo", "spektacular", "K/repo-spektacular"),
    ("repo", "website", "K/repo-website"),
    ("project", "history", "K/project-history"),
    ("project", "website", "K/project-website"),
    ("project", "s", "S"),
)
NEWEST = "Texts are kept in the form they were typed"
OLD_DAY = "2026-03-02"
NEW_DAY = "2026-03-20"
# None of the stores holds a Korean word.
ADDED = {
    "gotchas/nfc.md": f"---\ntags: [unicode, 검색]\n---\n\n# {NEWEST}\n\n"
    "파일 이름은 macOS에서 자모로 나뉩니다. 그래서 한국어 검색어와 같지 않을 수 있습니다.\n",
}


def build(beside: Path) -> Served:
    """Build the site: our own knowledge comes from a repository with commits on two days, K and S are folders."""
    corpora = SHARED / "corpora"
    if not corpora.is_dir():
        pytest.skip(f"the corpora of real stores are not at {corpora}")
    for name in ("K", "S"):
        with tarfile.open(corpora / f"{name}.tar.xz") as archive:
            archive.extractall(beside / "stores", filter="data")
    shutil.copytree(ROOT / "knowledge", beside / "own")
    _commit(beside / "own", OLD_DAY)
    write_tree(beside / "own", ADDED)
    _commit(beside / "own", NEW_DAY)
    shutil.copytree(ROOT / "docs", beside / "site/docs")
    served = serve("/team/")
    write_tree(
        beside / "site",
        {"knowledge.yml": json.dumps(_settings(beside / "own")), "mkdocs.yml": json.dumps(_config(served.url))},
    )
    kb = [sys.executable, "-c", "from knowledge_base.cli import main; main()"]
    subprocess.run([*kb, "sync"], cwd=beside / "site", check=True)
    run_mkdocs(beside / "site")
    served.root = beside / "site/site"
    return served


def _settings(own: Path) -> dict[str, object]:
    folders = [{"tier": tier, "name": name, "path": f"../stores/{path}"} for tier, name, path in FOLDERS]
    return {
        "sources": {"own": {"git": own.as_uri(), "trust": "trusted"}},
        "stores": [{"tier": "project", "name": "own", "source": "own", "path": "."}, *folders],
        "dates": True,
    }


def _config(url: str) -> dict[str, object]:
    guides = [f"guide/{file.name}" for file in sorted(ROOT.glob("docs/guide/*.md"))]
    return {
        "site_name": "Team",
        "site_url": url,
        "theme": {"name": "material", "font": False, "features": ["navigation.instant", "navigation.sections"]},
        "plugins": ["search", "knowledge"],
        "nav": [{"Home": "index.md"}, {"Guide": guides}, {"Knowledge": "@knowledge"}],
        "markdown_extensions": ["admonition", "attr_list", "pymdownx.superfences", {"toc": {"permalink": True}}],
    }


def _commit(folder: Path, day: str) -> None:
    at = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z"}
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", day]):
        subprocess.run(["git", *command], cwd=folder, env={**os.environ, **at}, check=True)
