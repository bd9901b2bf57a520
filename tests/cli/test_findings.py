"""Findings in words: on stderr, after the answer, and never in the way of a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from knowledge_base.checks.reporters.text import report
from knowledge_base.model import Finding, Place, Rule, Severity

from .conftest import Kb, write


def finding(rule: Rule, **facts: str) -> Finding:
    return Finding(rule, Severity.WARNING, Place("kb/a.md", 3, 7), facts)


def test_report_is_place_severity_rule_sentence_and_fix() -> None:
    near = finding(Rule.UNKNOWN_CATEGORY, folder="decision", store="repo/api", near="decisions")
    assert report([near, finding(Rule.LINKED_FOLDER)]) == (
        'kb/a.md:3:7: warning KB007 the folder "decision" of store repo/api is no category;'
        " its entries are searched under that name\n"
        '    rename it to "decisions", or declare it under `categories:` in the settings\n'
        "kb/a.md:3:7: warning KB004 a link to a folder, which is not followed\n"
        "    make it a real folder, or declare the folder it leads to as a store of its own\n"
    )
    assert report([]) == ""


def test_text_of_strangers_stays_on_its_line() -> None:
    odd = Finding(Rule.DEAD_LINK, Severity.ERROR, Place("a\nb\x1b.md"), {"target": "{x}\n\u202e%s"})
    assert report([odd]).splitlines()[0] == (
        'a\\u{a}b\\u{1b}.md: error KB009 "{x}\\u{a}\\u{202e}%s" leads to nothing that is published'
    )


@pytest.fixture
def flawed(project: Path) -> Path:
    write(project, {f"api/gotchas/{number}.md": "---\ntags: [a\n---\n" for number in range(7)})
    return project


@pytest.mark.parametrize("line", ["search http", "list", "tags", "always-applied", "conventions", "index out"])
def test_five_findings_are_shown_and_the_rest_counted(kb: Kb, flawed: Path, line: str) -> None:
    result = kb(*line.split())
    assert result.exit_code == 0
    assert result.stdout
    lines = result.stderr.splitlines()
    assert [text.split(":")[0] for text in lines[:10:2]] == [f"api/gotchas/{number}.md" for number in range(5)]
    assert lines[10:] == ["and 2 more like these"]


def test_json_is_not_followed_by_findings(kb: Kb, flawed: Path) -> None:
    result = kb("list", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)


def test_commands_that_read_no_entry_report_none(kb: Kb, flawed: Path) -> None:
    assert [kb(command).stderr for command in ("stores", "categories", "init")] == ["", "", ""]
