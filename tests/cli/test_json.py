"""The JSON that programs read: exact objects, in exact form."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import FILES, Kb, write


def answer(kb: Kb, *arguments: str) -> Any:
    result = kb(*arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_the_worked_example_of_the_ranking_in_every_detail(kb: Kb, project: Path) -> None:
    raw = FILES["api/architecture/routing.md"].encode()
    assert answer(kb, "search", "HTTP", "routing") == {
        "query": "HTTP routing",
        "terms": ["http", "routing"],
        "filters": {"tier": [], "store": [], "category": [], "tag": []},
        "total": 1,
        "dropped": 2,
        "hits": [
            {
                "tier": "repo",
                "name": "api",
                "path": "architecture/routing.md",
                "category": "architecture",
                "title": "Router",
                "score": 18,
                "tags": ["http", "routing"],
                "checksum": hashlib.sha256(raw).hexdigest(),
                "excerpts": ["Where routing meets routing."],
                "evidence": [
                    {"term": "http", "count": 0, "affinity": 1, "score": 8},
                    {"term": "routing", "count": 2, "affinity": 1, "score": 10},
                ],
                "coverage": 1,
                "missing": [],
                "copies": [],
            }
        ],
        "unknown": [],
        "always_applied": [],
    }


def test_form_of_the_text(kb: Kb, project: Path) -> None:
    text = kb("search", "größe", "größe", "nowhere", "--format", "json").stdout
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"
    assert "大きさ" in text
    assert list(json.loads(text)["hits"][0]) == [
        *("tier", "name", "path", "category", "title", "score", "tags", "checksum", "excerpts"),
        *("evidence", "coverage", "missing", "copies"),
    ]


def test_whole_numbers_are_integers_and_others_keep_every_bit(kb: Kb, project: Path) -> None:
    hit = answer(kb, "search", "http", "routing", "qqq", "zzz", "zzz")["hits"][0]
    assert hit["score"] == 18.0 * (2 / 5 * (2 / 5))
    assert hit["coverage"] == 2 / 5
    assert hit["missing"] == ["qqq", "zzz"]
    assert [type(part["score"]) for part in hit["evidence"]] == [int] * 5
    assert [type(part["affinity"]) for part in hit["evidence"]] == [int] * 5


def test_list_tags_read_and_always_applied(kb: Kb, project: Path) -> None:
    entries = answer(kb, "list", "--tier", "project")["entries"]
    assert entries == [
        {"tier": "project", "name": "handbook", "path": path}
        for path in ("conventions/words.md", "decisions/größe.md", "glossary/tier.md")
    ]
    assert answer(kb, "tags") == {"tags": [{"tag": tag, "count": 1} for tag in ("http", "http timeouts", "routing")]}
    assert answer(kb, "read", "repo/api:gotchas/timeouts.md") == {
        "tier": "repo",
        "name": "api",
        "path": "gotchas/timeouts.md",
        "content": FILES["api/gotchas/timeouts.md"],
    }
    applied = answer(kb, "always-applied")["entries"]
    assert [(entry["name"], entry["path"], entry["category"]) for entry in applied] == [
        ("api", "conventions/errors.md", "conventions"),
        ("handbook", "conventions/words.md", "conventions"),
        ("handbook", "glossary/tier.md", "glossary"),
    ]
    assert answer(kb, "conventions", "--filter", "handbook") == {
        "conventions": [
            {
                "tier": "project",
                "name": "handbook",
                "path": "conventions/words.md",
                "content": FILES["handbook/conventions/words.md"],
            }
        ],
        "withheld": [],
    }


def test_stores_are_listed_with_absolute_places(kb: Kb, project: Path) -> None:
    assert answer(kb, "-C", str(project), "stores") == {
        "stores": [
            {"tier": "repo", "name": "api", "location": (project / "api").resolve().as_posix()},
            {"tier": "project", "name": "handbook", "location": (project / "handbook").resolve().as_posix()},
        ]
    }


def test_categories_are_those_of_the_settings_and_need_no_store(
    kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [row["tier"] for row in answer(kb, "categories")["categories"]] == ["always-applied"] * 2 + ["looked-up"] * 4
    own = "{name: facts, purpose: Facts., retrieval: looked-up, entry_shape: One fact.}"
    write(tmp_path, {"knowledge.yml": f"categories:\n  - {own}\n"})
    assert answer(kb, "categories") == {
        "categories": [
            {"name": "facts", "purpose": "Facts.", "boundary": "", "tier": "looked-up", "entryShape": "One fact."}
        ]
    }


def test_options_that_select(kb: Kb, project: Path) -> None:
    def paths(*options: str) -> list[str]:
        return [hit["path"] for hit in answer(kb, "search", "http", *options)["hits"]]

    all_three = ["architecture/routing.md", "architecture/transport.md", "gotchas/timeouts.md"]
    assert paths() == all_three
    assert paths("--limit", "1") == all_three[:1]
    assert paths("--tag", " HTTP ") == all_three[:1]
    assert paths("--tag", "http", "--tag", "routing") == all_three[:1]
    assert paths("--tag", "http", "--tag", "http timeouts") == []
    assert paths("--tier", "project") == []
    assert paths("--filter", "api") == all_three
    assert answer(kb, "search", "http", "--limit", "1")["total"] == 3


def test_an_empty_query_is_answered(kb: Kb, project: Path) -> None:
    found = answer(kb, "search", "")
    assert (found["query"], found["terms"], found["total"], found["dropped"], found["hits"]) == ("", [], 0, 0, [])


def test_typed_filters_and_options_do_the_same(kb: Kb, project: Path) -> None:
    typed = answer(kb, "search", "http tag:HTTP category:architecture store:repo/api tier:repo")
    options = answer(
        kb,
        *("search", "http", "--tag", "HTTP", "--category", "architecture", "--filter", "repo/api", "--tier", "repo"),
    )
    assert (
        typed["filters"]
        == options["filters"]
        == {
            "tier": ["repo"],
            "store": ["repo/api"],
            "category": ["architecture"],
            "tag": ["http"],
        }
    )
    assert typed["hits"] == options["hits"]
    assert [hit["path"] for hit in typed["hits"]] == ["architecture/routing.md"]


def test_copies_are_named_in_each_hit(kb: Kb, project: Path) -> None:
    same = FILES["api/gotchas/timeouts.md"]
    write(project, {"handbook/decisions/copy.md": same, "handbook/conventions/copy.md": same})
    first, second = answer(kb, "search", "timeout")["hits"]
    elsewhere = {"tier": "project", "name": "handbook"}
    convention, decision = ({**elsewhere, "path": f"{folder}/copy.md"} for folder in ("conventions", "decisions"))
    assert first["copies"] == [convention, decision]
    assert second["copies"] == [{"tier": "repo", "name": "api", "path": "gotchas/timeouts.md"}, convention]


def test_nothing_found_names_the_nearest_words_and_always_applied_entries(kb: Kb, project: Path) -> None:
    found = answer(kb, "search", "timeuot", "word")
    assert (found["total"], found["hits"]) == (0, [])
    assert found["unknown"] == [{"word": "timeuot", "nearest": ["timeout"]}, {"word": "word", "nearest": []}]
    assert found["always_applied"] == [
        {"tier": "project", "name": "handbook", "path": "conventions/words.md", "title": "Words", "terms": ["word"]}
    ]


def test_dedupe_shows_copies_as_one_with_all_their_places(kb: Kb, project: Path) -> None:
    same = FILES["api/gotchas/timeouts.md"]
    write(project, {"handbook/decisions/copy.md": same, "handbook/conventions/copy.md": same})
    assert kb("search", "timeout", "--dedupe").stdout == (
        '2 hits for "timeout"\n'
        "\n"
        " 1. Timeouts  score 2.58\n"
        "    repo/api:gotchas/timeouts.md\n"
        "    project/handbook:conventions/copy.md\n"
        "    project/handbook:decisions/copy.md\n"
        "    tags: http timeouts\n"
        "    │ A timeout of 0 is *no* timeout.\n"
        "    │ # Timeouts\n"
    )
    assert (
        kb("search", "timeout", "--dedupe", "--format", "json").stdout
        == kb("search", "timeout", "--format", "json").stdout
    )
