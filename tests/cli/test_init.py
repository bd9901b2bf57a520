"""`kb init`: makes what is missing, and never touches a file that is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from knowledge_base.categories import CATEGORIES, is_generated, render_readme

from .conftest import Kb, write

READMES = [f"knowledge/{category.name}/README.md" for category in CATEGORIES]


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(kb: Kb, *arguments: str) -> dict[str, list[str]]:
    result = kb(*arguments, "--format", "json")
    assert result.exit_code == 0, result.output
    lists: dict[str, list[str]] = json.loads(result.stdout)
    return lists


def test_category_folders_in_the_default_store(kb: Kb, empty: Path) -> None:
    assert made(kb, "init") == {"created": READMES, "kept": [], "moved": []}
    assert all(is_generated((empty / name).read_text("utf-8")) for name in READMES)
    assert sorted(path.name for path in empty.iterdir()) == ["knowledge"]


def test_a_file_that_is_there_stays_byte_for_byte(kb: Kb, empty: Path) -> None:
    write(empty, {READMES[0]: "Ours.\r\n", READMES[1]: ""})
    assert made(kb, "init") == {"created": READMES[2:], "kept": READMES[:2], "moved": []}
    assert (empty / READMES[0]).read_bytes() == b"Ours.\r\n"
    assert (empty / READMES[1]).read_bytes() == b""
    assert made(kb, "init") == {"created": [], "kept": READMES, "moved": []}


def test_a_broken_link_is_a_file_that_is_there(kb: Kb, empty: Path) -> None:
    (empty / "knowledge" / CATEGORIES[0].name).mkdir(parents=True)
    (empty / READMES[0]).symlink_to(empty / "outside")
    assert made(kb, "init")["kept"] == READMES[:1]
    assert not (empty / "outside").exists()


def test_stores_and_categories_of_the_settings(kb: Kb, empty: Path) -> None:
    write(
        empty,
        {
            "knowledge.yml": "spektacular: .spektacular/config.yaml\n"
            "stores: [{tier: project, name: a, path: a}, {tier: repo, name: b, path: deep/b}]\n"
            "categories: [{name: facts, purpose: Facts., retrieval: looked-up, entry_shape: One.}]\n",
            ".spektacular/config.yaml": "knowledge:\n  sources:\n    - {name: s, config: {location: theirs}}\n",
        },
    )
    assert made(kb, "init") == {"created": ["a/facts/README.md", "deep/b/facts/README.md"], "kept": [], "moved": []}
    assert not (empty / ".spektacular" / "theirs").exists()


def test_where_only_spektacular_has_stores_nothing_is_made(kb: Kb, empty: Path) -> None:
    config = "knowledge:\n  sources:\n    - {name: s, config: {location: theirs}}\n"
    write(empty, {"knowledge.yml": "spektacular: s/config.yaml\n", "s/config.yaml": config})
    assert kb("init").stdout.startswith("nothing to make: ")
    assert made(kb, "init") == {"created": [], "kept": [], "moved": []}


def test_a_site(kb: Kb, empty: Path) -> None:
    example = f"knowledge/{CATEGORIES[2].name}/example.md"
    assert made(kb, "init", "--site")["created"] == [
        "knowledge.yml",
        *READMES,
        example,
        "mkdocs.yml",
        "docs/index.md",
    ]
    hits = json.loads(kb("search", "example", "--format", "json").stdout)["hits"]
    assert [hit["path"] for hit in hits] == [example.removeprefix("knowledge/")]
    assert kb("list").stderr == ""
    assert made(kb, "init", "--site")["created"] == []


def test_a_site_around_what_is_there(kb: Kb, empty: Path) -> None:
    write(empty, {"mkdocs.yml": "site_name: Ours\n", "knowledge/gotchas/ours.md": "# Ours\n"})
    result = kb("init", "--site")
    assert "`- knowledge` is among its plugins" in result.stdout
    assert "kept     mkdocs.yml\n" in result.stdout
    assert (empty / "mkdocs.yml").read_text("utf-8") == "site_name: Ours\n"
    assert not list(empty.rglob("example.md")), "a store with entries needs no example"


def test_a_site_of_a_spektacular_project_has_its_stores(kb: Kb, empty: Path) -> None:
    config = "knowledge:\n  sources:\n    - {name: shared, config: {location: ../kb}}\n"
    write(empty, {".spektacular/config.yaml": config, "kb/gotchas/a.md": "# A\n"})
    assert made(kb, "init", "--site")["created"] == ["knowledge.yml", "mkdocs.yml", "docs/index.md"]
    assert kb("list").stdout == "project/shared:gotchas/a.md\n"


def test_wrong_settings_stop_it_before_anything_is_made(kb: Kb, empty: Path) -> None:
    write(empty, {"knowledge.yml": "stores: {}\n"})
    assert kb("init", "--site").exit_code == 2
    assert [path.name for path in empty.iterdir()] == ["knowledge.yml"]


def test_a_file_in_the_way_is_told(kb: Kb, empty: Path) -> None:
    write(empty, {"knowledge": "a file\n"})
    result = kb("init")
    assert result.exit_code == 3
    assert result.stderr.startswith("error: cannot write knowledge/conventions/README.md: ")


def test_the_site_builds_strictly(kb: Kb, empty: Path) -> None:
    pytest.importorskip("mkdocs", reason="MkDocs is not installed: extra `site`")
    assert kb("init", "--site").exit_code == 0
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    result = subprocess.run(build, capture_output=True, check=False, timeout=120, text=True)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr
    page = empty / "site" / "knowledge" / "project" / "knowledge" / CATEGORIES[2].name / "example" / "index.html"
    assert "How an entry looks" in page.read_text("utf-8")
    index = "site/assets/knowledge/index"
    assert "project/knowledge:" in kb("search", "--index", index, "example").stdout
    assert "docs:index.md" in kb("search", "--index", index, "--docs", "welcome").stdout


def test_readmes_say_what_the_registry_says(kb: Kb, empty: Path) -> None:
    made(kb, "init")
    for category, name in zip(CATEGORIES, READMES, strict=True):
        assert (empty / name).read_text("utf-8") == render_readme(category)


def test_write_readmes_keeps_what_a_person_wrote(kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    readme = tmp_path / "knowledge/gotchas/README.md"
    write(tmp_path, {"knowledge/gotchas/README.md": "# Our traps\n"})

    assert kb("init", "--write-readmes").exit_code == 0

    assert is_generated(readme.read_text("utf-8"))
    assert readme.with_name("README.old.md").read_text("utf-8") == "# Our traps\n"


def test_write_readmes_refuses_to_overwrite_what_was_kept(
    kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"knowledge/gotchas/README.md": "# New\n", "knowledge/gotchas/README.old.md": "# Old\n"}
    write(tmp_path, {**files, "knowledge/decisions/README.md": "# Mine\n"})

    result = kb("init", "--write-readmes")

    assert result.exit_code == 2
    assert "README.old.md is there already" in result.stderr
    assert {name: tmp_path.joinpath(name).read_text("utf-8") for name in files} == files
    assert tmp_path.joinpath("knowledge/decisions/README.md").read_text("utf-8") == "# Mine\n"
