"""What `import knowledge_base` gives."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support import write_tree

import knowledge_base
from knowledge_base import Address, Knowledge, KnowledgeError, OutsideError, RequestError, SettingsError, StoreId
from knowledge_base.errors import did_you_mean, nearest

PUBLIC = {
    "Address", "Category", "EntryInfo", "EntryText", "Evidence", "Facet", "Filters", "Finding", "HeldEntry", "Hit",
    "Knowledge", "KnowledgeError",
    "OutsideError", "RequestError", "Retrieval", "SearchResult", "SettingsError", "StoreId", "TermEvidence",
    "open", "open_published",
}  # fmt: skip


def test_the_public_names_are_these() -> None:
    assert set(knowledge_base.__all__) == PUBLIC
    for name in PUBLIC:
        assert getattr(knowledge_base, name).__doc__


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_values_cannot_be_changed(name: str) -> None:
    thing = getattr(knowledge_base, name)
    if dataclasses.is_dataclass(thing):
        assert thing.__dataclass_params__.frozen  # type: ignore[union-attr]


def test_importing_brings_no_host_and_does_nothing() -> None:
    code = "import sys, knowledge_base, knowledge_base.testing; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stderr == ""
    assert not {"mkdocs", "material", "markdown", "nh3", "mcp", "pytest"} & set(told.stdout.split())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_tree(
        tmp_path / "project",
        {
            "knowledge.yml": "stores:\n"
            "  - {tier: repo, name: api, path: api}\n"
            "  - {tier: project, name: hand, path: hand}\n",
            "api/gotchas/timeouts.md": "---\ntags: [http]\n---\n# Timeouts\nhttp routing\nhttp\n",
            "api/gotchas/a:b/c d.md": "x",
            "api/conventions/README.md": "# Conventions\n",
            "api/conventions/b.md": "rule b",
            "hand/conventions/a.md": "---\ntags: [t]\n---\nrule a",
            "hand/conventions/sub/README.md": "nested",
            "hand/glossary/g.md": "word",
            "hand/notes/n.md": "note",
            "hand/goctha/n.md": "note",
        },
    )


@pytest.fixture
def knowledge(project: Path) -> Knowledge:
    return knowledge_base.open(project)


def test_a_project_is_opened_and_searched(knowledge: Knowledge) -> None:
    result = knowledge.search("http routing", tags=["http"], limit=1)
    assert result.total == 1
    assert result.hits[0].evidence[0].count == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.hits[0].score = 1.0  # type: ignore[misc]


def test_a_string_is_a_path_too(project: Path) -> None:
    assert knowledge_base.open(str(project)).search("note").total == 2


def test_entries_are_listed_store_by_store_depth_first(knowledge: Knowledge) -> None:
    assert [str(Address(id_, info.path)) for id_, info in knowledge.entries(tier="project")] == [
        "project/hand:conventions/a.md",
        "project/hand:conventions/sub/README.md",
        "project/hand:glossary/g.md",
        "project/hand:goctha/n.md",
        "project/hand:notes/n.md",
    ]
    assert [info.path for _, info in knowledge.entries(filter=["api"])][-1] == "gotchas/timeouts.md"


def test_an_entry_is_read_by_its_address(knowledge: Knowledge) -> None:
    text = knowledge.read("repo/api:gotchas/a:b/c d.md")
    assert (text.tier, text.name, text.path, text.content, text.category) == (
        "repo", "api", "gotchas/a:b/c d.md", "x", "gotchas",
    )  # fmt: skip
    assert knowledge.read(Address(StoreId("repo", "api"), "gotchas/timeouts.md")).content.startswith("---\n")


def test_an_address_and_its_written_form_are_one(knowledge: Knowledge) -> None:
    for written in ("repo/api:a.md", "project/x y:ü/a:b.md", "repo/api:line\nbreak.md"):
        assert str(knowledge.parse_address(written)) == written


@pytest.mark.parametrize(
    ("address", "code", "next_action"),
    [
        ("", "knowledge_address_invalid", "TIER/NAME:PATH"),
        ("repo/api", "knowledge_address_invalid", "TIER/NAME:PATH"),
        ("repo/api:", "knowledge_address_invalid", "TIER/NAME:PATH"),
        ("api:gotchas/timeouts.md", "knowledge_address_invalid", "TIER/NAME:PATH"),
        ("repo/api/gotchas/timeouts.md", "knowledge_address_invalid", "TIER/NAME:PATH"),
        ("rep/api:a.md", "knowledge_tier_invalid", 'did you mean "repo"?'),
        ("all/api:a.md", "knowledge_tier_invalid", "tiers: project, repo"),
        ("repo/apj:a.md", "knowledge_store_unknown", 'did you mean "api"?'),
        ("repo/hand:a.md", "knowledge_store_unknown", "api"),
        ("repo/api:gotchas/timeout.md", "knowledge_entry_not_found", 'did you mean "repo/api:gotchas/timeouts.md"?'),
        ("repo/api:../hand/notes/n.md", "knowledge_entry_not_found", "kb list"),
        ("repo/api:/etc/passwd", "knowledge_entry_not_found", "kb list"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(
    knowledge: Knowledge, address: str, code: str, next_action: str
) -> None:
    with pytest.raises(RequestError) as caught:
        knowledge.read(address)
    assert (caught.value.code, caught.value.exit_code) == (code, 2)
    assert next_action in caught.value.next_action


def test_what_everyone_must_know_comes_by_store_then_category_then_path(knowledge: Knowledge) -> None:
    assert [f"{e.tier}/{e.name}:{e.path}" for e in knowledge.always_applied()] == [
        "repo/api:conventions/b.md",
        "project/hand:conventions/a.md",
        "project/hand:conventions/sub/README.md",
        "project/hand:glossary/g.md",
    ]
    assert [entry.category for entry in knowledge.always_applied("project")] == ["conventions"] * 2 + ["glossary"]
    assert knowledge.always_applied()[1].content == "---\ntags: [t]\n---\nrule a"


def test_a_folder_that_is_no_category_is_a_finding_with_the_nearest_name(knowledge: Knowledge) -> None:
    near, plain = knowledge.findings()
    assert (near.rule.name, str(near.place), near.facts) == (
        "UNKNOWN_CATEGORY", "hand/goctha", {"folder": "goctha", "store": "project/hand", "near": "gotchas"},
    )  # fmt: skip
    assert (str(plain.place), plain.facts) == ("hand/notes", {"folder": "notes", "store": "project/hand"})


@pytest.mark.parametrize("path", ["apj", "nowhere/at/all", "x" * 5_000, "api/gotchas/timeouts.md"])
def test_a_missing_store_folder_is_refused(project: Path, path: str) -> None:
    write_tree(project, {"knowledge.yml": f"stores: [{{tier: repo, name: api, path: {path}}}]\n"})
    with pytest.raises(RequestError) as caught:
        knowledge_base.open(project)
    error = caught.value
    assert (error.code, error.exit_code, error.resource) == (
        "knowledge_location_missing",
        2,
        f"{project.as_posix()}/{path}",
    )
    assert "knowledge.yml" in error.message
    assert ('did you mean "api"?' in error.next_action) is (path == "apj")


def test_a_project_without_anything_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestError) as caught:
        knowledge_base.open(tmp_path)
    assert caught.value.code == "knowledge_location_missing"
    assert "kb init" in caught.value.next_action


def test_a_spektacular_project_is_told_how_to_start(tmp_path: Path) -> None:
    write_tree(tmp_path, {".spektacular/config.yaml": ""})
    with pytest.raises(RequestError, match=r"spektacular: \.spektacular/config\.yaml"):
        knowledge_base.open(tmp_path)


def test_a_refusal_reads_as_a_sentence_and_what_to_do() -> None:
    assert str(RequestError("c", "It is wrong.", "Mend it.")) == "It is wrong.\nMend it."
    assert str(OutsideError("c", "It broke.")) == "It broke."
    error = SettingsError("f.yml:1:2", "wrong")
    assert (error.code, error.message, error.resource) == ("config_invalid", "f.yml:1:2: wrong", "f.yml:1:2")
    assert [kind.exit_code for kind in (KnowledgeError, RequestError, SettingsError, OutsideError)] == [3, 2, 2, 3]


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("htpp", ["http", "https"], "http"),
        ("Http", ["http"], "http"),
        ("abcd", ["abcdefgh", "dcba", "bcd"], "bcd"),
        ("gotcha", ["glossary", "gotchas"], "gotchas"),
        ("ab", ["ba", "xy"], None),
        ("zzzz", ["http"], None),
        ("abcd", ["abcx", "abcy"], "abcx"),
        ("", ["a"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_known_word(word: str, known: list[str], expected: str | None) -> None:
    assert nearest(word, known) == expected
    assert did_you_mean(word, known) == (f'did you mean "{expected}"? ' if expected else "")


def test_a_huge_word_and_many_candidates_cost_little() -> None:
    start = time.process_time()
    assert did_you_mean("x" * 1_000_000, ["http"]) == ""
    assert nearest("x" * 10_000, [f"gotchas/entry-{i}.md" for i in range(20_000)]) is None
    assert nearest("gotchas/entry-777.mb", [f"gotchas/entry-{i}.md" for i in range(20_000)]) == "gotchas/entry-777.md"
    assert time.process_time() - start < 10
