"""The corpus of `make bench` is the same on every machine, and its queries are what their kinds promise."""

from __future__ import annotations

import hashlib
from pathlib import Path

from benchmarks.corpus import generated
from benchmarks.generated import write_store
from benchmarks.queries import phrases

from knowledge_base.query import parse

DIGEST = "b87f02d38c2ec73e"
"""Of 30 entries from seed 1. Another digest means that figures can no longer be compared with older ones."""


def digest(folder: Path) -> str:
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*.md"), key=lambda file: file.relative_to(folder).as_posix()):
        whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


def test_a_seed_gives_the_same_bytes_everywhere(tmp_path: Path) -> None:
    write_store(tmp_path, 30, seed=1)

    assert digest(tmp_path) == DIGEST


def test_another_seed_gives_another_store(tmp_path: Path) -> None:
    write_store(tmp_path, 30, seed=2)

    assert digest(tmp_path) != DIGEST


def test_every_query_is_answered_by_an_entry_that_it_was_drawn_from(tmp_path: Path) -> None:
    corpus = generated(tmp_path, entries=60, seed=1)
    bodies = {entry.path: entry.body.lower() for entry in corpus.searched}

    for query, expected in corpus.queries.known:
        assert all(term in bodies[expected] for term in query.split())
    for query in corpus.queries.rare:
        assert corpus.holders(query)
    assert {len(query.split()) for query, _ in corpus.queries.known} == {1, 2, 3, 4}
    assert all(keys[-1].startswith(key) for keys in corpus.queries.prefix for key in keys)
    assert len(corpus.queries.rare) == len(corpus.queries.common) == 50


def test_every_phrase_stands_in_an_entry(tmp_path: Path) -> None:
    corpus = generated(tmp_path, entries=60, seed=1)
    drawn = phrases(corpus.searched)

    assert len(drawn) > 20
    assert all(corpus.holders(phrase.strip('"')) and parse(phrase).terms == (phrase.strip('"'),) for phrase in drawn)


def test_about_as_many_entries_are_always_applied_and_tagged_as_in_real_stores(tmp_path: Path) -> None:
    corpus = generated(tmp_path, entries=200, seed=1)

    assert 150 < len(corpus.searched) < 190
    assert 40 < sum(bool(entry.tags) for entry in corpus.entries) < 95
