"""Odd stores obey the laws of plain ones: size, bytes of a first answer, memory and time of a build, exact answers."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ask, ask_node
from tests.stress.corpora import CORPORA
from tests.support import ROOT, write_tree

from knowledge_base import Knowledge, KnowledgeError, StoreId, open_published
from knowledge_base.categories import Registry
from knowledge_base.config import SearchSettings
from knowledge_base.index import refuse_over_budget
from knowledge_base.index.words import LONG
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore
from knowledge_base.text import lower, words

SIZE_FACTOR = 3
"""The index, compressed, against the compressed text."""
FIRST_ANSWER = 350_000
MEMORY_FACTOR = 4
MEMORY_BASE = 250_000_000
GROWTH = 10.0
"""Four times the text may take so many times the CPU: 4 where costs are linear, 16 where they are squared."""


@dataclass(frozen=True)
class Odd:
    """A store of the size that it has to bear, with its index."""

    store: Path
    index: Path
    cpu: float
    growth: float
    memory: int

    @property
    def text(self) -> bytes:
        return b"".join(file.read_bytes() for file in sorted(self.store.rglob("*.md")))

    @property
    def files(self) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in self.index.glob("*.json")}

    @cached_property
    def words(self) -> list[str]:
        """Of the last entry, which is the odd one."""
        return words(lower(sorted(self.store.rglob("*.md"))[-1].read_text("utf-8")))

    @property
    def queries(self) -> list[str]:
        """Whole words, pieces of them, what is cut by punctuation, and what is nowhere."""
        found = self.words
        middle = found[len(found) // 2]
        asked = [found[1][:20], middle[:12], middle[1:9], middle[-6:], found[-1][-12:], "a", "索", "nowhere-at.all"]
        return [*asked, f"{found[1][:20]} {middle[:12]}", f"decision {found[-1][-12:]} {found[2][:4]}"]


def build(store: Path, out: Path) -> tuple[float, int]:
    command = [sys.executable, "-m", "tests.stress.build", str(store), str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    cpu, memory = done.stdout.split()
    return float(cpu), int(memory)


@pytest.fixture(scope="module", params=CORPORA)
def odd(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Odd:
    make, size = CORPORA[request.param]
    folder = tmp_path_factory.mktemp("odd")
    quarter, _ = build(write_tree(folder / "quarter", make(size // 4)), folder / "quarter-index")
    store = write_tree(folder / "whole", make(size))
    cpu, memory = build(store, folder / "index")
    return Odd(store, folder / "index", cpu, cpu / quarter, memory)


def compressed(content: bytes) -> int:
    return len(gzip.compress(content, 6, mtime=0))


def test_the_index_grows_with_the_text_and_no_more(odd: Odd) -> None:
    assert sum(map(compressed, odd.files.values())) <= SIZE_FACTOR * compressed(odd.text)


def test_a_build_takes_time_and_memory_in_proportion(odd: Odd) -> None:
    assert odd.growth < GROWTH
    assert odd.memory <= MEMORY_BASE + MEMORY_FACTOR * len(odd.text)


def test_a_first_answer_loads_little_and_no_more_than_its_bound(odd: Odd) -> None:
    titles = [lower(info.title) for _, info in open_published(odd.index).entries()][-3:]
    # Words; where there are no blanks, pairs.
    queries = [" ".join(title.split()[:2]) if title.isascii() else f"{title[:2]} {title[2:4]}" for title in titles]
    if len(odd.words[-1]) <= LONG and odd.words[-1].isalnum():  # else it has no list
        queries.append(odd.words[-1])
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "js" / "first_answer.mjs"), str(odd.index)],
        input="\n".join(queries),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    files = odd.files
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        assert answer["hits"]
        loaded = sum(compressed(files[name]) for name in answer["loaded"])
        assert loaded <= FIRST_ANSWER
        with pytest.raises(KnowledgeError):
            refuse_over_budget(files, SearchSettings(max_first_bytes=loaded - 1))


def test_answers_are_those_of_brute_force(odd: Odd) -> None:
    brute = Knowledge((NamedStore(StoreId("project", "handbook"), FolderStore(odd.store)),), Registry())
    requests: list[dict[str, Any]] = [{"query": query, "limit": 5} for query in odd.queries]
    expected = ask(brute, requests)
    assert any(answer["total"] != answer["dropped"] for answer in expected)
    assert ask(open_published(odd.index), requests) == expected
    assert ask_node(odd.index, requests) == expected
