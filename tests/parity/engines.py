"""The three ways to an answer: brute force, the index read by Python, the index read by JavaScript."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.support import ROOT, bits

from knowledge_base import Knowledge, KnowledgeError
from knowledge_base.cli.as_json import held_entry, search_result
from knowledge_base.query import parse
from knowledge_base.search import ALL

HARNESS = ROOT / "tests" / "js" / "search_index.mjs"
ASSETS = ROOT / "plugin" / "knowledge_base" / "assets"


def ask(knowledge: Knowledge, requests: Iterable[Mapping[str, Any]]) -> list[Any]:
    """The answers of Python, as exact values."""
    return [_ask(knowledge, request) for request in requests]


def _ask(knowledge: Knowledge, request: Mapping[str, Any]) -> Any:
    try:
        return exact(search_result(knowledge.search(**request)))
    except KnowledgeError as error:
        return refusal(error.code, error.message, error.next_action)


def ask_more(kind: str, knowledge: Knowledge, requests: Iterable[Mapping[str, Any]]) -> list[Any]:
    """What Python says beside the hits: `facets`, or `nearest` words; as exact values."""
    asked = {"facets": _facets, "nearest": _nearest}[kind]
    return [exact(asked(knowledge, request)) for request in requests]


def _facets(knowledge: Knowledge, request: Mapping[str, Any]) -> Any:
    kept = {key: value for key, value in request.items() if key not in ("limit", "weaker")}
    try:
        counted = knowledge.facets(**kept)
    except KnowledgeError as error:
        return refusal(error.code, error.message, error.next_action)
    return {key: [asdict(facet) for facet in facets] for key, facets in counted.items()}


def _nearest(knowledge: Knowledge, request: Mapping[str, Any]) -> Any:
    terms = parse(request["query"]).terms
    unknown = knowledge.unknown_words(terms)
    return {
        "unknown": [{"word": word, "nearest": list(knowledge.nearest_words(word))} for word in unknown],
        "held": [held_entry(held) for held in knowledge.held_by_always_applied(terms)],
    }


def ask_node(index: Path, requests: Iterable[Mapping[str, Any]], assets: Path = ASSETS) -> list[Any]:
    """The answers of the files that the browser runs, in Node, as exact values."""
    lines = "".join(json.dumps(as_javascript(request)) + "\n" for request in requests)
    done = subprocess.run(
        ["node", str(HARNESS), str(index)],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "KB_ASSETS": str(assets)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [from_javascript(json.loads(line)) for line in done.stdout.split("\n") if line]


def as_javascript(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request with the words of `Knowledge` in those of the engine in JavaScript."""
    words = {"tier": "tier", "filter": "store", "categories": "category", "tags": "tag"}
    filters = {words[key]: value for key, value in request.items() if key in words}
    if "tier" in filters:
        filters["tier"] = [] if filters["tier"] == ALL else [filters["tier"]]
    return {**{key: value for key, value in request.items() if key not in words}, "filters": filters}


def from_javascript(answer: Mapping[str, Any]) -> Any:
    if "error" in answer:
        return refusal(answer["error"]["code"], answer["error"]["message"], answer["error"]["next_action"])
    return exact(answer)


def refusal(code: str, message: str, next_action: str) -> tuple[str, str, str]:
    return code, message, next_action


def exact(value: Any) -> Any:
    """A JSON value in which every number is compared by its bits."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return bits(float(value))
    if isinstance(value, Mapping):
        return {key: exact(item) for key, item in value.items()}
    return [exact(item) for item in value] if isinstance(value, list) else value
