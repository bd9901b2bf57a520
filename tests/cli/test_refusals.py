"""What is wrong, where, what to do: as sentences on stderr or as JSON on stdout, with an exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from knowledge_base.cli.group import Group
from knowledge_base.cli.schemas import ERROR

from .conftest import Kb, write

CASES = {
    "serch http": (2, "usage", 'did you mean "search"?'),
    "search http --limt 3": (2, "usage", 'did you mean "--limit"?'),
    "search http --limit many": (2, "usage", "kb search --help"),
    "read": (2, "usage", "kb read --help"),
    "completion sh": (2, "usage", "kb completion --help"),
    "search": (2, "knowledge_query_required", "kb search http routing"),
    "search http --limit 0": (2, "knowledge_limit_invalid", "raise it"),
    "search http --tier projct": (2, "knowledge_tier_invalid", 'did you mean "project"?'),
    "tags --tier projct": (2, "knowledge_tier_invalid", 'did you mean "project"?'),
    "list --filter hndbook": (2, "knowledge_store_unknown", 'did you mean "handbook"?'),
    "search http tag:htp": (2, "knowledge_tag_unknown", 'did you mean "http"?'),
    "search tag:htp": (2, "knowledge_tag_unknown", 'did you mean "http"?'),
    "search http category:gotcha": (2, "knowledge_category_unknown", 'did you mean "gotchas"?'),
    "search http --category conventions": (2, "knowledge_category_unknown", "categories that are searched: "),
    "search http store:apy": (2, "knowledge_store_unknown", 'did you mean "api"?'),
    "search http tier:rep": (2, "knowledge_tier_invalid", 'did you mean "repo"?'),
    "search http --tag htp": (2, "knowledge_tag_unknown", 'did you mean "http"?'),
    "read repo/api:gotchas/timeout.md": (
        2,
        "knowledge_entry_not_found",
        'did you mean "repo/api:gotchas/timeouts.md"?',
    ),
    "read gotchas/timeouts.md": (2, "knowledge_address_invalid", "TIER/NAME:PATH"),
    "read repos/api:gotchas/timeouts.md": (2, "knowledge_tier_invalid", 'did you mean "repo"?'),
    "-C nowhere list": (2, "project_missing", "-C"),
    "search http --docs": (2, "docs_without_index", "--index DIR"),
    "search http --index api": (2, "index_missing", "kb index"),
    "index knowledge.yml": (2, "index_not_a_folder", "name a folder"),
    "index knowledge.yml/below": (3, "write_failed", "permissions"),
}


@pytest.mark.parametrize("line", CASES)
def test_refusal(kb: Kb, project: Path, line: str) -> None:
    exit_code, code, hint = CASES[line]
    as_text = kb(*line.split())
    assert (as_text.exit_code, as_text.stdout) == (exit_code, "")
    message, next_action = as_text.stderr.splitlines()
    assert message.startswith("error: ")
    assert hint in next_action

    as_json = kb(*line.split(), "--format", "json")
    assert (as_json.exit_code, as_json.stderr) == (exit_code, "")
    envelope = json.loads(as_json.stdout)
    Draft202012Validator(ERROR).validate(envelope)
    assert envelope["error"]["code"] == code
    assert envelope["error"]["message"] == message.removeprefix("error: ")
    assert envelope["error"]["next_action"] == next_action.strip()


def test_an_option_that_is_like_no_other_is_answered_without_a_guess(kb: Kb, project: Path) -> None:
    assert kb("check", "--rule", "x").stderr.splitlines() == [
        'error: kb check has no option "--rule"',
        "    `kb check --help` shows how it is used",
    ]


def test_wrong_settings_and_a_missing_folder(kb: Kb, project: Path) -> None:
    write(project, {"knowledge.yml": "store: []\n"})
    result = kb("list")
    assert result.exit_code == 2
    assert result.stderr.startswith('error: knowledge.yml:1:1: unknown key "store"')
    write(project, {"knowledge.yml": "stores: [{tier: repo, name: api, path: apy}]\n"})
    result = kb("stores", "--format=json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "knowledge_location_missing"
    assert 'did you mean "api"?' in json.loads(result.stdout)["error"]["next_action"]


def test_conventions_need_that_category(kb: Kb, project: Path) -> None:
    own = "{name: rules, purpose: Rules., retrieval: always-applied, entry_shape: One.}"
    other = "{name: facts, purpose: Facts., retrieval: looked-up, entry_shape: One.}"
    write(project, {"knowledge.yml": f"stores: [{{tier: repo, name: api, path: api}}]\ncategories: [{own}, {other}]\n"})
    result = kb("conventions")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "always-applied categories: rules" in result.stderr


def test_json_is_asked_for_before_a_double_dash_only(kb: Kb, project: Path) -> None:
    assert kb("read", "--", "x", "--format", "json").stdout == ""
    assert kb("search", "--format=json", "--", "--format").exit_code == 0


def divide() -> None:
    click.echo(1 // 0)


def read_nothing() -> None:
    Path("missing-file").read_text("utf-8")


@pytest.mark.parametrize(
    ("fault", "code", "sentence"),
    [(divide, "internal_error", "ZeroDivisionError"), (read_nothing, "outside_error", "missing-file: No such file")],
)
def test_a_fault_is_one_sentence_and_no_traceback(fault: Callable[[], None], code: str, sentence: str) -> None:
    command = click.Command("fail", callback=fault, params=[click.Option(["--format"], expose_value=False)])
    group = Group("kb", commands=[command])
    as_text = CliRunner().invoke(group, ["fail"])
    assert (as_text.exit_code, as_text.stdout) == (3, "")
    assert sentence in as_text.stderr.splitlines()[0]
    assert "Traceback" not in as_text.stderr
    as_json = CliRunner().invoke(group, ["fail", "--format", "json"])
    assert (as_json.exit_code, as_json.stderr) == (3, "")
    assert json.loads(as_json.stdout)["error"]["code"] == code
