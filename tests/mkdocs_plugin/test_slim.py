"""Scripts and styles are shipped without comments: smaller, and the same."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

from tests.parity.engines import ASSETS, ask, ask_node
from tests.parity.generated import case
from tests.support import folder_knowledge, republish

from knowledge_base.mkdocs_plugin.slim import slim

SHIPPED = {file.name: slim(file.read_text("utf-8")) for file in ASSETS.iterdir() if file.suffix in (".js", ".css")}
BUDGET = 30_000


def test_what_is_shipped_stays_within_its_budget() -> None:
    assert sum(len(gzip.compress(source.encode(), 9)) for source in SHIPPED.values()) <= BUDGET


def test_no_comment_and_no_code_is_left_out() -> None:
    for name, source in SHIPPED.items():
        assert not re.search(r"^ *//|/\*|\*/|\n\n", source, re.MULTILINE), name
        written = (ASSETS / name).read_text("utf-8")
        without = re.sub(r"/\*.*?\*/|(?m:^ *//[^\n]*$)", "", written, flags=re.DOTALL)
        assert "".join(source.split()) == "".join(without.split()), name


def test_what_is_shipped_answers_as_what_is_written(tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    for name, source in SHIPPED.items():
        (assets / name).write_text(source, "utf-8")
        if name.endswith(".js"):
            subprocess.run(["node", "--check", str(assets / name)], check=True)
    stores, requests = case(7, 40)
    knowledge = folder_knowledge(tmp_path / "stores", stores)
    republish(knowledge, tmp_path / "index")
    assert ask_node(tmp_path / "index", requests, assets) == ask(knowledge, requests)
