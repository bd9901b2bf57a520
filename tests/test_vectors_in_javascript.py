"""The vectors that need an index, in JavaScript; and the tables that the other vectors need there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ask_node
from tests.support import ROOT, bits, folder_knowledge, republish

from knowledge_base.excerpt import CONSTANTS

VECTORS = ROOT / "tests" / "vectors"
CASES: list[dict[str, Any]] = json.loads((VECTORS / "search.json").read_text("utf-8"))


def test_javascript_tests_use_the_tables_of_the_code(tmp_path: Path) -> None:
    files = folder_knowledge(tmp_path, {"project/a": {}}).index_files()
    manifest = json.loads(files["manifest.json"])
    tables = {name: manifest[name] for name in ("constants", "unicode")}
    file = VECTORS / "constants.json"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(json.dumps(tables, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")
    assert json.loads(file.read_text("utf-8")) == tables
    assert CONSTANTS.items() <= tables["constants"].items()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_search(case: dict[str, Any], tmp_path: Path) -> None:
    republish(folder_knowledge(tmp_path / "stores", case["stores"]), tmp_path / "index")
    (answer,) = ask_node(tmp_path / "index", [case["request"]])
    expected = case["expected"]
    if "error" in expected:
        assert answer[0] == expected["error"]
        return
    found = [
        {
            "address": f"{hit['tier']}/{hit['name']}:{hit['path']}",
            "score": hit["score"],
            "coverage": hit["coverage"],
            "counts": [part["count"] for part in hit["evidence"]],
            **{key: hit[key] for key in ("missing", "title", "tags", "excerpts")},
        }
        for hit in answer["hits"]
    ]
    wanted = [{**hit, "counts": [bits(float(count)) for count in hit["counts"]]} for hit in expected["hits"]]
    assert found == wanted
    assert answer["terms"] == expected["terms"]
    assert answer["total"] == bits(float(expected["total"]))
    assert answer["dropped"] == bits(float(expected["dropped"]))
