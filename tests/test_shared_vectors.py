"""What the reference program answered, line by line. The vectors lie beside the project and are no part of it."""

from __future__ import annotations

import base64
import json
import struct
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ask_node
from tests.support import SHARED, bits, republish

from knowledge_base import Knowledge, KnowledgeError, StoreId
from knowledge_base.categories import Registry
from knowledge_base.entries import split
from knowledge_base.entries.title import first_heading, first_heading_of
from knowledge_base.query import parse
from knowledge_base.ranking import damp, score
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore
from knowledge_base.text import lower

VECTORS = SHARED / "vectors"
pytestmark = pytest.mark.skipif(
    not VECTORS.is_dir(), reason=f"the reference vectors are not at {VECTORS}: tests/vectors/ holds the project's own"
)

SHOWN = 20  # hits that a vector holds at most

# tier, name and folder of the stores of a set, in the order that breaks ties
SETS = {
    "K": (
        ("repo", "spektacular", "K/repo-spektacular"),
        ("repo", "website", "K/repo-website"),
        ("project", "history", "K/project-history"),
        ("project", "website", "K/project-website"),
    ),
    "S": (("project", "s", "S"),),
    "M": (("project", "m", "M"),),
}


def cases(name: str) -> Iterator[dict[str, Any]]:
    with (VECTORS / name).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def test_damp() -> None:
    pairs = [line.split() for line in (VECTORS / "damp_1_5000.txt").read_text("utf-8").splitlines()]
    assert len(pairs) == 5000
    assert [(n, bits(damp(int(n)))) for n, _ in pairs] == [(n, expected) for n, expected in pairs]


def test_lower_of_every_code_point() -> None:
    rows = [line.split() for line in (VECTORS / "lower_unicode15.txt").read_text("utf-8").splitlines()]
    listed = {int(upper): int(small) for upper, small in rows}
    points = [point for point in range(0x110000) if not 0xD800 <= point < 0xE000]
    wrong = [hex(point) for point in points if lower(chr(point)) != chr(listed.get(point, point))]
    assert wrong == []
    # and of all of them at once, where the quick paths cannot help
    assert lower("".join(map(chr, points))) == "".join(chr(listed.get(point, point)) for point in points)


def test_terms() -> None:
    for case in cases("terms.jsonl"):
        assert list(parse(case["query"]).terms) == case["terms"], case["query"]


def test_score() -> None:
    for case in cases("score.jsonl"):
        assert bits(score(case["terms"], case["counts"], case["tags"]).value) == case["hex"], case


# Deviations on purpose, listed in docs/reference/differences.md: name → what we read instead (None: it is no text)
DEVIATIONS: dict[str, tuple[list[str], bool] | None] = {
    "lf opener crlf rest": (["a"], True),
    "invalid utf8 in block": None,
}


def test_frontmatter() -> None:
    seen = set()
    for case in cases("parse.jsonl"):
        raw, name = base64.b64decode(case["raw_b64"]), case["name"]
        if name in DEVIATIONS:
            seen.add(name)
            expected = DEVIATIONS[name]
            if expected is None:
                with pytest.raises(UnicodeDecodeError):
                    raw.decode()
            else:
                front = split(raw.decode())
                assert (list(front.tags) or None, front.body_start > 0) == expected, name
            continue
        text = raw.decode()
        front = split(text)
        found = (list(front.tags) or None, front.body_start > 0, front.problem is not None)
        assert found == (case["tags"], case["stripped"], case["malformed"]), name
        assert text[front.body_start :].encode() == base64.b64decode(case["body_b64"]), name
    assert seen == DEVIATIONS.keys(), "a deviation that no vector shows any more"


def open_set(name: str, folder: Path) -> Knowledge:
    """The stores of a set, unpacked below `folder`."""
    archive = SHARED / "corpora" / f"{name}.tar.xz"
    if not archive.is_file():
        pytest.skip(f"there is no corpus at {archive}")
    with tarfile.open(archive) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(folder, filter="data")
        else:
            tar.extractall(folder)
    return Knowledge(
        tuple(
            NamedStore(StoreId(tier, store), FolderStore(folder / path, path, ("**/*",)))
            for tier, store, path in SETS[name]
        ),
        Registry(),
    )


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    return {**{key: case[key] for key in ("query", "tier", "filter", "tags")}, "limit": SHOWN}


@pytest.fixture(params=SETS)
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Knowledge]:
    return request.param, open_set(request.param, tmp_path)


def test_search(corpus: tuple[str, Knowledge], tmp_path: Path) -> None:
    """Order, score bits, counts, total, tags, checksums and codes: brute force, index in Python, in JavaScript."""
    name, brute_force = corpus
    published = republish(brute_force, tmp_path / "index")
    mine = [case for case in cases("search.jsonl") if case["set"] == name]
    assert len(mine) > 50
    requests = [request_of(case) for case in mine]
    for case, in_javascript in zip(mine, ask_node(tmp_path / "index", requests), strict=True):
        expected = expected_of(case)
        assert _answer(brute_force, case) == expected, case["query"]
        assert _answer(published, case) == expected, case["query"]
        assert from_javascript(in_javascript, case) == expected, case["query"]


def expected_of(case: dict[str, Any]) -> object:
    if "error" in case:
        return case["error"]
    hits = [(hit["tier"], hit["name"], hit["path"], hit["score"], hit["counts"]) for hit in case["hits"]]
    return case["total"], hits, [(hit["tags"], hit["checksum"]) for hit in case["hits"] if "checksum" in hit]


def _answer(knowledge: Knowledge, case: dict[str, Any]) -> object:
    try:
        result = knowledge.search(case["query"], case["tier"], case["filter"], case["tags"], limit=SHOWN)
    except KnowledgeError as error:
        return error.code
    hits = [
        (hit.tier, hit.name, hit.path, bits(hit.score), [part.count for part in hit.evidence]) for hit in result.hits
    ]
    described = sum("checksum" in hit for hit in case.get("hits", ()))
    return result.total, hits, [(list(hit.tags), hit.checksum) for hit in result.hits[:described]]


def from_javascript(answer: Any, case: dict[str, Any]) -> object:
    if "error" in case:
        return answer[0]
    hits = [
        (hit["tier"], hit["name"], hit["path"], hit["score"], [_whole(part["count"]) for part in hit["evidence"]])
        for hit in answer["hits"]
    ]
    described = sum("checksum" in hit for hit in case["hits"])
    return _whole(answer["total"]), hits, [(hit["tags"], hit["checksum"]) for hit in answer["hits"][:described]]


def _whole(hexadecimal: str) -> int:
    return int(struct.unpack(">d", bytes.fromhex(hexadecimal))[0])


def test_the_title_of_every_entry_is_what_a_full_parse_says(corpus: tuple[str, Knowledge]) -> None:
    _, knowledge = corpus
    entries = [entry for named in knowledge.stores for entry in named.store.parsed.values()]  # type: ignore[attr-defined]
    assert len(entries) > 50
    wrong = [entry.path for entry in entries if first_heading(entry.body) != first_heading_of(entry.body)]
    assert wrong == []
