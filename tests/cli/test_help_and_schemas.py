"""Every command is in the help, and says in JSON Schemas what it takes and prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from knowledge_base.cli import main

from .conftest import Kb

COMMANDS = (
    "search",
    "list",
    "read",
    "tags",
    "categories",
    "always-applied",
    "conventions",
    "stores",
    "sources",
    "sync",
    "cache",
    "init",
    "check",
    "docs",
    "index",
    "completion",
)


def schemas(kb: Kb, command: str) -> dict[str, Any]:
    result = kb(command, "--schema")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_commands_are_the_documented_ones(kb: Kb) -> None:
    assert tuple(main.list_commands(click.Context(main))) == COMMANDS
    shown = kb("--help").stdout
    at = [shown.index(f"\n  {name} ") for name in COMMANDS]
    assert at == sorted(at)
    assert "..." not in shown.split("Commands:")[1].split("Examples:")[0], "a summary is cut off"


def test_without_a_command_the_help_is_shown(kb: Kb) -> None:
    assert kb().stdout == kb("--help").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_schemas_where_there_is_no_project(
    kb: Kb, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = schemas(kb, command)
    assert list(found) == ["input", "output", "error"]
    for schema in found.values():
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["type"] == "object"
    assert "--format [text|json" in kb(command, "--help").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "http", "größe"),
        ("search", "http"),
        ("search", ""),
        ("list",),
        ("read", "repo/api:gotchas/timeouts.md"),
        ("tags",),
        ("categories",),
        ("always-applied",),
        ("conventions",),
        ("stores",),
        ("index", "out"),
        ("init",),
        ("check", "--select", "KB044", "--fix", "--diff"),
        ("docs", "--check"),
        ("completion", "zsh"),
    ],
    ids=" ".join,
)
def test_real_output_fits_the_schema(kb: Kb, project: Path, arguments: tuple[str, ...]) -> None:
    result = kb(*arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    Draft202012Validator(schemas(kb, arguments[0])["output"]).validate(json.loads(result.stdout))


@pytest.mark.parametrize(
    ("command", "given", "fits"),
    [
        ("search", {"query": ["a"], "tier": "repo", "filter": ["api"], "tag": [], "limit": 1}, True),
        ("search", {"query": "a"}, False),
        ("search", {"limit": 0}, False),
        ("search", {"tier": "repos"}, False),
        ("search", {"explain": True, "docs": False, "index": "site"}, True),
        ("list", {}, True),
        ("list", {"tags": []}, False),
        ("read", {"address": "repo/api:a.md"}, True),
        ("read", {}, False),
        ("index", {"out": "public"}, True),
        ("init", {"site": True}, True),
        ("init", {"site": "yes"}, False),
        ("check", {"paths": ["docs"], "select": ["KB009"], "fail_on": "error", "since": "main"}, True),
        ("check", {"fail_on": "info"}, False),
        ("docs", {"write": True}, True),
        ("completion", {"shell": "fish"}, True),
        ("completion", {"shell": "sh"}, False),
    ],
)
def test_the_input_schema_knows_the_arguments(kb: Kb, command: str, given: dict[str, Any], fits: bool) -> None:
    assert Draft202012Validator(schemas(kb, command)["input"]).is_valid(given) is fits


def test_input_schemas_hold_the_defaults(kb: Kb) -> None:
    properties = schemas(kb, "search")["input"]["properties"]
    assert {name: schema["default"] for name, schema in properties.items() if "default" in schema} == {
        "tier": "all",
        "limit": 20,
        "weaker": False,
        "dedupe": False,
        "explain": False,
        "docs": False,
    }
