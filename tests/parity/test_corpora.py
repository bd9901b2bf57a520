"""Every query of the measured corpora: the index in Python and in JavaScript equals brute force, to the last bit.

All 620 take many minutes on the larger ones: without KB_ALL_QUERIES=1 it is all of S, a fifth of M, a twentieth of L.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ask, ask_node
from tests.support import SHARED, republish

from knowledge_base import Knowledge, StoreId
from knowledge_base.categories import Registry
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore

CORPORA = SHARED / "corpora"
HITS = 10
STEPS = {"S": 1, "M": 5, "L": 20}


def queries(name: str) -> list[str]:
    rows = [json.loads(line) for line in (CORPORA / f"queries_{name}.jsonl").read_text("utf-8").splitlines()]
    if not os.environ.get("KB_ALL_QUERIES"):
        rows = rows[:: STEPS[name]]
    return [query for row in rows for query in row.get("seq", [row["q"]])]


@pytest.mark.parametrize("name", STEPS)
def test_all_engines_agree_on_a_corpus(name: str, tmp_path: Path) -> None:
    archive = CORPORA / f"{name}.tar.xz"
    if not archive.is_file():
        pytest.skip(f"there is no corpus at {archive}")
    subprocess.run(["tar", "-xJf", str(archive), "-C", str(tmp_path)], check=True)
    folder = NamedStore(StoreId("project", name), FolderStore(tmp_path / name))
    knowledge = Knowledge((folder,), Registry())
    requests: list[dict[str, Any]] = [{"query": query, "limit": HITS} for query in queries(name)]
    published = republish(knowledge, tmp_path / "index")
    javascript = ask_node(tmp_path / "index", requests)
    for request, found in zip(requests, javascript, strict=True):
        (brute,) = ask(knowledge, [request])
        (python,) = ask(published, [request])
        assert python == brute, ("index in Python", request)
        assert found == brute, ("index in JavaScript", request)
