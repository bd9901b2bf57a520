"""Scripts and styles are shipped without comments and with short names: smaller, and the same."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

from tests.parity.engines import ASSETS, ask, ask_node
from tests.parity.generated import case
from tests.support import folder_knowledge, republish

from knowledge_base.config import SearchSettings
from knowledge_base.mkdocs_plugin import assets
from knowledge_base.mkdocs_plugin.shorten import shorten
from knowledge_base.mkdocs_plugin.slim import slim
from knowledge_base.pages import Strings

PUBLISHED = assets.contents(Strings.of("en"), SearchSettings(), collapse_copies=True)
SHIPPED = assets.shipped()


def sizes(*names: str) -> int:
    return sum(len(gzip.compress(PUBLISHED[name].encode(), 9)) for name in names)


def test_what_is_published_stays_within_its_budgets() -> None:
    assert sizes(*PUBLISHED) <= 30_000
    assert sizes(*assets.FIRST) <= 20_000


def test_each_source_is_published_once() -> None:
    stems = [f"{stem}{Path(name).suffix}" for name, bundle in assets.BUNDLES.items() for stem in bundle]
    assert sorted(stems) == sorted(SHIPPED)


def test_no_comment_and_no_code_is_left_out() -> None:
    for name in SHIPPED:
        written = (ASSETS / name).read_text("utf-8")
        without = re.sub(r"/\*.*?\*/|(?m:^ *//[^\n]*$)", "", written, flags=re.DOTALL)
        slimmed = slim(written) if name.endswith(".js") else SHIPPED[name]
        assert not re.search(r"^ *//|/\*|\*/|\n\n", slimmed, re.MULTILINE), name
        assert _bare(slimmed) == _bare(without), name


def _bare(code: str) -> str:
    """Without what a slimmed script may lack."""
    code = re.sub(r"\b0(?=\.)", "", re.sub(r"\bconst\b", "let", code))
    return re.sub(r",(?=[)\]}])|;(?=})", "", "".join(code.split()))


def test_only_names_that_are_always_variables_are_shortened() -> None:
    scripts = {
        "one": 'let total=1;let place=2;let shown=3;let label=4;f(total+place)(a.place,{shown},"label");\n',
        "two": "let width=total;f(width);window.c=top;\n",
        "three": "let top=5;g(top);\n",
    }
    assert shorten(scripts) == {
        "one": 'let b=1;let place=2;let shown=3;let h=4;f(b+place)(a.place,{shown},"label");\n',
        "two": "let e=total;f(e);window.c=top;\n",
        "three": "let d=5;g(d);\n",
    }


def test_what_is_shipped_answers_as_what_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "assets"
    folder.mkdir()
    for name, source in SHIPPED.items():
        (folder / name).write_text(source, "utf-8")
        if name.endswith(".js"):
            subprocess.run(["node", "--check", str(folder / name)], check=True)
    stores, requests = case(7, 40)
    knowledge = folder_knowledge(tmp_path / "stores", stores)
    republish(knowledge, tmp_path / "index")
    assert ask_node(tmp_path / "index", requests, folder) == ask(knowledge, requests)
