"""The JSON Schema that editors use accepts and refuses the same settings as the program."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from knowledge_base.config import load
from knowledge_base.config.settings import DEFAULT_INCLUDE
from knowledge_base.errors import SettingsError
from knowledge_base.model import TIERS, Retrieval

SCHEMA: dict[str, Any] = json.loads(
    resources.files("knowledge_base.config").joinpath("knowledge.schema.json").read_text("utf-8")
)

STORE = "tier: repo, name: api, path: api"
CATEGORY = "name: facts, purpose: p, retrieval: looked-up, entry_shape: s"

ACCEPTED = [
    "",
    "# nothing but a comment",
    "~",
    "{}",
    f"stores: [{{{STORE}}}]",
    f"stores: [{{{STORE}}}, {{tier: project, name: api, path: ../x}}]",
    f"stores: [{{{STORE}, include: ['**/*'], exclude: []}}]",
    f"stores: [{{{STORE}, include: [], exclude: [a, 1, true]}}]",
    "stores: [{tier: repo, name: 007, path: 1.5}]",
    "stores: [{tier: repo, name: true, path: yes}]",
    "stores: [{tier: repo, name: 'two words', path: x}]",
    "stores: [{tier: repo, name: 名前-é_1.x, path: x}]",
    "spektacular: sp/config.yaml",
    "{spektacular: sp/config.yaml, stores: []}",
    f"categories: [{{{CATEGORY}}}]",
    f"categories: [{{{CATEGORY}, boundary: b}}, {{name: r, purpose: p, retrieval: always-applied, entry_shape: s}}]",
]

REFUSED = [
    "[]",
    "text",
    "store: []",
    "stores:",
    "stores: []",
    "stores: {}",
    "stores: api",
    "stores: [api]",
    "stores: [{tier: repo, name: api}]",
    "stores: [{tier: repo, path: api}]",
    "stores: [{name: api, path: api}]",
    f"stores: [{{{STORE}, ref: main}}]",
    "stores: [{tier: repos, name: api, path: api}]",
    "stores: [{tier: all, name: api, path: api}]",
    "stores: [{tier: repo, name: '', path: api}]",
    "stores: [{tier: repo, name: ' ', path: api}]",
    "stores: [{tier: repo, name: , path: api}]",
    "stores: [{tier: repo, name: api, path: ' '}]",
    "stores: [{tier: repo, name: api, path: [a]}]",
    "stores: [{tier: repo, name: a/b, path: x}]",
    "stores: [{tier: repo, name: 'a:b', path: x}]",
    "stores: [{tier: repo, name: 'a\\b', path: x}]",
    "stores: [{tier: repo, name: 'a\"b', path: x}]",
    "stores: [{tier: repo, name: .hidden, path: x}]",
    "stores: [{tier: repo, name: ' a', path: x}]",
    "stores: [{tier: repo, name: 'a ', path: x}]",
    'stores: [{tier: repo, name: "a\\nb", path: x}]',
    'stores: [{tier: repo, name: "a\\u202eb", path: x}]',
    'stores: [{tier: repo, name: "a\\u00a0b", path: x}]',
    f"stores: [{{{STORE}, include: '**/*.md'}}]",
    f"stores: [{{{STORE}, include: ['']}}]",
    f"stores: [{{{STORE}, exclude: [[a]]}}]",
    f"stores: [{{{STORE}, exclude: }}]",
    "spektacular: ''",
    "spektacular: [sp/config.yaml]",
    "categories: []",
    "categories: {}",
    "categories: [facts]",
    "categories: [{name: r, purpose: p, retrieval: always-applied, entry_shape: s}]",
    "categories: [{name: r, purpose: p, retrieval: sometimes, entry_shape: s}]",
    "categories: [{name: r, purpose: p, retrieval: looked-up}]",
    "categories: [{name: r, retrieval: looked-up, entry_shape: s}]",
    "categories: [{name: a/b, purpose: p, retrieval: looked-up, entry_shape: s}]",
    f"categories: [{{{CATEGORY}, boundary: ''}}]",
    f"categories: [{{{CATEGORY}, tier: looked-up}}]",
]

BEYOND_A_SCHEMA = [
    f"stores: [{{{STORE}}}, {{{STORE}, include: [a]}}]",
    f"categories: [{{{CATEGORY}}}, {{{CATEGORY}, boundary: b}}]",
    "spektacular: nowhere.yaml",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sp").mkdir()
    (tmp_path / "sp" / "config.yaml").write_text(
        "knowledge:\n  sources:\n    - {name: s, config: {location: kb}}\n", "utf-8"
    )
    return tmp_path


def by_schema(text: str) -> bool:
    return Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(text))


def by_program(folder: Path, text: str) -> bool:
    (folder / "knowledge.yml").write_text(text, "utf-8")
    try:
        load(folder)
    except SettingsError:
        return False
    return True


@pytest.mark.parametrize("text", ACCEPTED)
def test_both_accept(folder: Path, text: str) -> None:
    assert (by_schema(text), by_program(folder, text)) == (True, True)


@pytest.mark.parametrize("text", REFUSED)
def test_both_refuse(folder: Path, text: str) -> None:
    assert (by_schema(text), by_program(folder, text)) == (False, False)


@pytest.mark.parametrize("text", BEYOND_A_SCHEMA)
def test_what_a_schema_cannot_say_the_program_refuses(folder: Path, text: str) -> None:
    assert (by_schema(text), by_program(folder, text)) == (True, False)


def test_the_schema_is_one_and_says_what_the_code_says() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    store = SCHEMA["$defs"]["store"]["properties"]
    assert store["tier"]["enum"] == list(TIERS)
    assert store["include"]["default"] == list(DEFAULT_INCLUDE)
    assert SCHEMA["$defs"]["category"]["properties"]["retrieval"]["enum"] == [kind.value for kind in Retrieval]


def test_every_setting_is_described() -> None:
    shapes = (SCHEMA, SCHEMA["$defs"]["store"], SCHEMA["$defs"]["category"])
    for name, schema in ((name, schema) for shape in shapes for name, schema in shape["properties"].items()):
        referred = SCHEMA["$defs"].get(schema.get("$ref", "").rpartition("/")[2], {})
        assert schema.get("description") or referred.get("description"), name
