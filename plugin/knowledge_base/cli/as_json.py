"""Answers of the knowledge layer as values for JSON, with exactly the keys that are documented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..app import EntryText, Withheld
from ..model import Category, HeldEntry, Hit, SearchResult, StoreId


def search_result(result: SearchResult) -> dict[str, Any]:
    """The object that `kb search --format json` prints."""
    return {
        "query": result.query,
        "terms": list(result.terms),
        "filters": {key: list(values) for key, values in asdict(result.filters).items()},
        "total": result.total,
        "dropped": result.dropped,
        "hits": [hit(found) for found in result.hits],
    }


def hit(found: Hit) -> dict[str, Any]:
    return {
        "tier": found.tier,
        "name": found.name,
        "path": found.path,
        "category": found.category,
        "title": found.title,
        "score": number(found.score),
        "tags": list(found.tags),
        "checksum": found.checksum,
        "excerpts": list(found.excerpts),
        "evidence": [
            {
                "term": part.term,
                "count": part.count,
                "affinity": number(part.affinity),
                "score": number(part.score),
            }
            for part in found.evidence
        ],
        "coverage": number(found.coverage),
        "missing": list(found.missing),
        "copies": [address(copy.store, copy.path) for copy in found.copies],
    }


def number(value: float) -> float | int:
    """A whole number as an integer, so that it prints as 18 here as in every other language."""
    return int(value) if value.is_integer() else value


def address(store: StoreId, path: str) -> dict[str, str]:
    return {"tier": store.tier, "name": store.name, "path": path}


def held_entry(held: HeldEntry) -> dict[str, Any]:
    """An always-applied entry that holds words of a query."""
    return {**address(held.address.store, held.address.path), "title": held.title, "terms": list(held.terms)}


def entry_text(entry: EntryText) -> dict[str, str]:
    """An entry with its text; the commands that name a category add it."""
    return {"tier": entry.tier, "name": entry.name, "path": entry.path, "content": entry.content}


def withheld(left: Sequence[Withheld]) -> list[dict[str, Any]]:
    return [asdict(store) for store in left]


def category(declared: Category) -> dict[str, str]:
    return {
        "name": declared.name,
        "purpose": declared.purpose,
        "boundary": declared.boundary,
        "tier": declared.retrieval.value,
        "entryShape": declared.entry_shape,
    }
