"""The project's own vectors (`tests/vectors/README.md`), in Python: by brute force and through the published index."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, bits, republish

from knowledge_base import Knowledge, KnowledgeError, SearchResult, StoreId
from knowledge_base.categories import Registry
from knowledge_base.entries import split
from knowledge_base.entries.title import first_heading, first_heading_of
from knowledge_base.excerpt import excerpts
from knowledge_base.query import parse
from knowledge_base.ranking import damp, score
from knowledge_base.search import NamedStore
from knowledge_base.stores import MemoryStore
from knowledge_base.text import lower


def cases(file: str, part: str | None = None) -> list[Any]:
    content = json.loads((ROOT / "tests" / "vectors" / file).read_text("utf-8"))
    found = content if part is None else content[part]
    return [pytest.param(case, id=case["name"]) for case in found]


@pytest.mark.parametrize("case", cases("text.json", "lower"))
def test_lower(case: dict[str, Any]) -> None:
    assert lower(case["text"]) == case["expected"]


@pytest.mark.parametrize("case", cases("text.json", "terms"))
def test_terms(case: dict[str, Any]) -> None:
    assert list(parse(case["query"]).terms) == case["expected"]


@pytest.mark.parametrize("case", cases("query.json"))
def test_query(case: dict[str, Any]) -> None:
    found = parse(case["query"])
    filters = {key: list(values) for key, values in asdict(found.filters).items()}
    assert {"terms": list(found.terms), "filters": filters} == case["expected"]


@pytest.mark.parametrize("case", cases("score.json", "damp"))
def test_damp(case: dict[str, Any]) -> None:
    assert bits(damp(case["count"])) == case["expected"]


@pytest.mark.parametrize("case", cases("score.json", "score"))
def test_score(case: dict[str, Any]) -> None:
    found = score(case["terms"], case["counts"], case["tags"])
    assert {
        "score": bits(found.value),
        "coverage": bits(found.coverage),
        "parts": [bits(part.score) for part in found.evidence],
        "affinities": [bits(part.affinity) for part in found.evidence],
    } == case["expected"]


@pytest.mark.parametrize("case", cases("excerpt.json"))
def test_excerpt(case: dict[str, Any]) -> None:
    assert list(excerpts(case["body"], case["terms"])) == case["expected"]


@pytest.mark.parametrize("case", cases("frontmatter.json"))
def test_frontmatter(case: dict[str, Any]) -> None:
    text = case["text"]
    found = split(text)
    assert {
        "tags": list(found.tags),
        "body": text[found.body_start :],
        "malformed": found.problem is not None,
    } == case["expected"]


@pytest.mark.parametrize("case", cases("title.json"))
def test_title(case: dict[str, Any]) -> None:
    assert first_heading(case["body"]) == first_heading_of(case["body"]) == case["expected"]


@pytest.mark.parametrize("case", cases("search.json"))
def test_search(case: dict[str, Any], tmp_path: Path) -> None:
    brute_force = Knowledge(
        tuple(NamedStore(_id(address), _store(files)) for address, files in case["stores"].items()), Registry()
    )
    assert _answer(brute_force, case["request"]) == case["expected"]
    assert _answer(republish(brute_force, tmp_path), case["request"]) == case["expected"]


def _id(address: str) -> StoreId:
    tier, _, name = address.partition("/")
    return StoreId(tier, name)


def _store(files: dict[str, str]) -> MemoryStore:
    return MemoryStore({path: text.encode() for path, text in files.items()})


def _answer(knowledge: Knowledge, request: dict[str, Any]) -> dict[str, Any]:
    try:
        result = knowledge.search(**request)
    except KnowledgeError as error:
        return {"error": error.code}
    return _as_vector(result)


def _as_vector(result: SearchResult) -> dict[str, Any]:
    return {
        "terms": list(result.terms),
        "total": result.total,
        "dropped": result.dropped,
        "hits": [
            {
                "address": f"{hit.tier}/{hit.name}:{hit.path}",
                "score": bits(hit.score),
                "coverage": bits(hit.coverage),
                "counts": [part.count for part in hit.evidence],
                "missing": list(hit.missing),
                "title": hit.title,
                "tags": list(hit.tags),
                "excerpts": list(hit.excerpts),
            }
            for hit in result.hits
        ],
    }
