"""The pages mention everything there is, and their links lead somewhere."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import knowledge_base
from knowledge_base.categories import CATEGORIES, Registry
from knowledge_base.checks.reference import blocks
from knowledge_base.cli import main
from knowledge_base.index import with_sections
from knowledge_base.index.format import FORMAT, pack_postings, pack_words

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"


def page(name: str) -> str:
    return REFERENCE.joinpath(name).read_text("utf-8")


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one of the same or a higher level."""
    match = re.search(rf"^(#+) {re.escape(heading)}.*?$(.*?)(?=^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"no section {heading}"
    return match[2]


def commands() -> Iterator[tuple[str, click.Command]]:
    assert isinstance(main, click.Group)
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command
        yield name, command


def options_of(command: click.Command) -> set[str]:
    found = {name for parameter in command.params if isinstance(parameter, click.Option) for name in parameter.opts}
    assert found, f"{command.name} has no options: does this test still look at the right place?"
    return found


@pytest.mark.parametrize(("name", "command"), [pytest.param(*item, id=item[0]) for item in commands()])
def test_every_command_and_its_options_are_on_the_page_of_the_command_line(name: str, command: click.Command) -> None:
    text = page("cli.md")
    below = section(text, f"`kb {name}")
    everywhere = text[: text.index("## `kb ")]

    missing = {option for option in options_of(command) if f"`{option}" not in below and f"`{option}" not in everywhere}

    assert not missing
    shared = {"--tier", "--filter"} & options_of(command)
    assert all(f"`{option}`" in below for option in shared), f"{name} does not say that it takes {shared}"


def test_every_option_of_kb_itself_is_on_the_page_of_the_command_line() -> None:
    assert {option for option in options_of(main) if f"`{option}" not in page("cli.md")} == set()


def test_the_page_of_the_command_line_names_no_command_that_is_not_there() -> None:
    written = set(re.findall(r"^## `kb ([a-z-]+)", page("cli.md"), re.MULTILINE))

    assert written == {name for name, _ in commands()}


def test_every_option_on_the_page_of_the_command_line_exists() -> None:
    written = set(re.findall(r"`(--[a-z-]+)", page("cli.md")))
    known = options_of(main).union(*(options_of(command) for _, command in commands()), {"--help", "--"})

    assert written - known == set()


@pytest.mark.parametrize(
    "text",
    [
        *("nonsense: 1", "stores: [{nonsense: 1}]", "categories: [{nonsense: 1}]", "pages: [{nonsense: 1}]"),
        *("sources: {a: {nonsense: 1}}", "sources: {a: {git: 'https://x.org/a', limits: {nonsense: 1}}}"),
        "nonsense: 1",
        "stores: [{nonsense: 1}]",
        "categories: [{nonsense: 1}]",
        "tags: {nonsense: 1}",
        "checks: {nonsense: 1}",
    ],
)
def test_every_setting_is_on_its_page(text: str, tmp_path: Path) -> None:
    tmp_path.joinpath("knowledge.yml").write_text(text, "utf-8")
    with pytest.raises(knowledge_base.SettingsError) as refusal:
        knowledge_base.open(tmp_path)
    known = refusal.value.next_action.partition("known keys: ")[2].split(", ")

    assert len(known) > 2
    assert [key for key in known if f"| `{key}` |" not in page("settings.md")] == []


@pytest.mark.parametrize("name", knowledge_base.__all__)
def test_every_public_name_is_on_the_page_of_python(name: str) -> None:
    assert re.search(rf"`{name}[`(]", page("python.md"))


@pytest.mark.parametrize(
    "kind",
    [
        knowledge_base.SearchResult,
        knowledge_base.Hit,
        knowledge_base.TermEvidence,
        knowledge_base.EntryInfo,
        knowledge_base.EntryText,
        knowledge_base.Evidence,
        knowledge_base.Address,
        knowledge_base.StoreId,
        knowledge_base.Category,
        knowledge_base.Finding,
    ],
)
def test_every_field_of_a_value_is_on_the_page_of_python(kind: Any) -> None:
    row = next(line for line in page("python.md").splitlines() if line.startswith(f"| `{kind.__name__}` |"))

    assert [field.name for field in fields(kind) if f"`{field.name}`" not in row] == []


def test_every_method_of_knowledge_is_on_the_page_of_python() -> None:
    public = {
        name
        for name, member in vars(knowledge_base.Knowledge).items()
        if not name.startswith("_") and (callable(member) or isinstance(member, (property, functools.cached_property)))
    }

    assert {name for name in public if not re.search(rf"`{name}[`(]", page("python.md"))} == set()


def manifest_keys(tmp_path: Path) -> set[str]:
    entry = tmp_path / "knowledge/gotchas/a.md"
    entry.parent.mkdir(parents=True)
    entry.write_text("---\ntags: [a]\n---\n# A\n\nb-c\n", "utf-8")
    files = with_sections(knowledge_base.open(tmp_path).index_files(pages=["a/"]), [[(0, "a")]])
    return set(json.loads(files["manifest.json"]))


def test_every_key_of_the_manifest_is_on_the_page_of_the_index(tmp_path: Path) -> None:
    table = section(page("index-format.md"), "The manifest")

    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == manifest_keys(tmp_path)


def test_the_page_of_the_index_describes_this_format() -> None:
    assert f"This page describes format {FORMAT}." in page("index-format.md").replace("\n", " ")


def test_the_packed_examples_on_the_page_of_the_index_are_what_the_code_writes() -> None:
    text = page("index-format.md")

    assert pack_words(["seat", "set", "sets", "setting"]) in text
    assert pack_postings({1: 1, 2: 1, 40: 34}) in text


def test_every_generated_block_is_on_its_page() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", page("blocks.md"), re.MULTILINE)) == set(blocks(Registry()))


def test_the_page_of_the_ranking_types_no_constant() -> None:
    text = page("ranking.md").replace("UTF-8", "")
    for block in ("constants", "damping", "example"):
        text, found = re.subn(rf"\n<!-- kb:{block} -->\n.*?\n<!-- /kb:{block} -->\n", "", text, flags=re.DOTALL)
        assert found == 1
    steps = r"(?!\. \*\*)"  # the numbers of the list
    assert re.findall(rf"0\.25|\b(?:4|8|18|25|128)\b{steps}", text) == []


def test_our_own_project_is_clean() -> None:
    result = CliRunner().invoke(main, ["-C", str(ROOT), "check"])

    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: category.name)
def test_our_own_knowledge_has_three_entries_in_every_category(category: knowledge_base.Category) -> None:
    entries = [path for path in ROOT.joinpath("knowledge", category.name).glob("*.md") if path.name != "README.md"]

    assert len(entries) >= 3


def test_our_own_knowledge_is_tagged_where_a_search_reaches_it() -> None:
    knowledge = knowledge_base.open(ROOT)
    untagged = [
        info.path
        for _, info in knowledge.entries()
        if knowledge.registry.is_searched(info.path) != bool(info.tags)
        and not knowledge.registry.is_description(info.path)
    ]

    assert untagged == []
    assert knowledge.findings() == ()


def test_every_page_is_in_the_navigation() -> None:
    navigation = ROOT.joinpath("mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    written = re.findall(r"[\w/.-]+\.md", navigation)

    assert sorted(written) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
