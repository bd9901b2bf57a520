"""Every query of the measured corpora: the index in Python and in JavaScript equals brute force, to the last bit."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ask, ask_node
from tests.support import SHARED, republish

from knowledge_base import Knowledge, StoreId
from knowledge_base.categories import Registry
from knowledge_base.model import Evidence
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore

CORPORA = SHARED / "corpora"
HITS = 10


class CountedOnce(FolderStore):
    """Brute force that scans the bodies once for each term, however many queries hold it."""

    @cached_property
    def _counts(self) -> dict[str, dict[str, int]]:
        return {}

    def _count(self, term: str) -> Mapping[str, int]:
        if term not in self._counts:
            found = ((path, body.count(term)) for path, body in self._lowered_bodies.items())
            self._counts[term] = {path: count for path, count in found if count}
        return self._counts[term]

    @cached_property
    def _tagged(self) -> set[str]:
        return {path for path, entry in self.parsed.items() if entry.tags}

    def find(self, terms: Sequence[str]) -> Iterable[Evidence]:
        per_term = [self._count(term) for term in terms]
        for path in self._tagged.union(*per_term):
            yield Evidence(path, tuple(found.get(path, 0) for found in per_term), self.parsed[path].tags)


def queries(name: str) -> Iterator[str]:
    """All queries of a corpus; of those that are typed, what is in the box after each key."""
    for line in (CORPORA / f"queries_{name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        yield from row.get("seq", [row["q"]])


@pytest.mark.parametrize("name", ["L", "M", "S"])
def test_all_engines_agree_on_a_corpus(name: str, tmp_path: Path) -> None:
    archive = CORPORA / f"{name}.tar.xz"
    if not archive.is_file():
        pytest.skip(f"there is no corpus at {archive}")
    subprocess.run(["tar", "-xJf", str(archive), "-C", str(tmp_path)], check=True)
    folder = NamedStore(StoreId("project", name), CountedOnce(tmp_path / name))
    knowledge = Knowledge((folder,), Registry())
    requests: list[dict[str, Any]] = [{"query": query, "limit": HITS} for query in dict.fromkeys(queries(name))]
    published = republish(knowledge, tmp_path / "index")
    with ThreadPoolExecutor() as beside:
        javascript = beside.submit(ask_node, tmp_path / "index", requests)
        brute = ask(knowledge, requests)
        python = ask(published, requests)
    for request, expected, read, found in zip(requests, brute, python, javascript.result(), strict=True):
        assert read == expected, ("index in Python", request)
        assert found == expected, ("index in JavaScript", request)


def test_counting_once_is_brute_force(tmp_path: Path) -> None:
    files = {"a.md": "aaa aa", "b.md": "---\ntags: [aa]\n---\nb", "c.md": "AAAA İ", "d.md": "---\ntags: [x]\n---\n"}
    for path, text in files.items():
        (tmp_path / path).write_text(text, "utf-8")
    terms = ("aa", "b", "aa", "i", "zz")
    expected = list(FolderStore(tmp_path).find(terms))
    assert sorted(CountedOnce(tmp_path).find(terms), key=lambda found: found.path) == expected
    assert len(expected) == 4
