"""Real stores: how often each rule fires; `docs/contribute/corpora.md` says how many of the findings were right."""

from __future__ import annotations

import json
import re
import tarfile
from collections import Counter
from pathlib import Path

import pytest
from tests.support import SHARED

from .conftest import Kb, findings

STORES = {
    "K": ("K/repo-spektacular", "K/repo-website", "K/project-history", "K/project-website"),
    "S": ("S",),
    "M": ("M",),
}
EXPECTED = {
    "K": {"KB016": 1, "KB044": 22, "KB045": 8, "KB052": 8},
    "S": {"KB009": 234, "KB044": 36, "KB045": 17, "KB052": 3, "KB055": 16, "KB060": 4},
    "M": {
        "KB009": 8063,
        "KB043": 3,
        "KB044": 656,
        "KB045": 144,
        "KB052": 13,
        "KB053": 3,
        "KB055": 163,
        "KB060": 696,
    },
}
# What a search for brackets finds, code and comments included, images without a text and HTML left out.
BRACKETS = {"S": 238, "M": 7905}


@pytest.fixture
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    archive = SHARED / "corpora" / f"{request.param}.tar.xz"
    if not archive.is_file():
        pytest.skip(f"the corpus is not at {archive}")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path, filter="data")
    stores = [
        {"tier": "repo", "name": path.replace("/", "-"), "path": path, "readmes": "free"}
        for path in STORES[request.param]
    ]
    (tmp_path / "knowledge.yml").write_text(json.dumps({"stores": stores}), "utf-8")
    return tmp_path


@pytest.mark.parametrize("corpus", EXPECTED, indirect=True, ids=str)
def test_each_rule_fires_as_often_as_was_read(
    corpus: Path, kb: Kb, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(corpus)

    counts = Counter(finding["rule"] for finding in findings(kb("check", "--format", "json")))

    assert counts == EXPECTED[request.node.callspec.params["corpus"]]


@pytest.mark.parametrize("corpus", BRACKETS, indirect=True, ids=str)
def test_what_a_search_for_brackets_would_count(corpus: Path, request: pytest.FixtureRequest) -> None:
    found = 0
    for file in corpus.rglob("*.md"):
        text = re.sub(r"^(```|~~~).*?^\1", "", file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        urls = re.findall(r"\[[^\]]+\]\(([^)]+)\)", text)
        found += sum(not re.match(r"[a-z]+:|//|#|/", url) for url in urls)

    assert found == BRACKETS[request.node.callspec.params["corpus"]]
