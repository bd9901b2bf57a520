"""The *Fails* and *Passes* blocks of every rule's page are its tests: exact places, sentences and repairs.

`UPDATE_GOLDEN=1 pytest tests/checks/test_rule_pages.py` writes the consoles anew; read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from knowledge_base.checks import RULES
from knowledge_base.checks.rule import CheckedRule, fields
from knowledge_base.cli import main
from knowledge_base.model import Rule

from .pages import PAGES, section

MENDS = "`kb check --fix` mends it."

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pymdownx")


def kb(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def arguments_of(console: str) -> list[str]:
    return shlex.split(console.partition("\n")[0].removeprefix("$ kb "))


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.rule.value)
def test_what_fails_is_told_as_the_page_shows_it(
    rule: CheckedRule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = section(rule.rule.value, "Fails")
    monkeypatch.chdir(example.write(tmp_path))

    result = kb(*arguments_of(example.console))

    shown = example.console.partition("\n")[0] + "\n" + result.output
    if os.environ.get("UPDATE_GOLDEN"):
        page = PAGES / f"{rule.rule.value}.md"
        text = page.read_text("utf-8").replace(f"```console\n{example.console}```", f"```console\n{shown}```")
        mends = f"{MENDS}\n\n" if "can be mended" in result.output else ""
        page.write_text(re.sub(rf"(?:@MENDS|{re.escape(MENDS)}\n\n)?## Fails", f"{mends}## Fails", text), "utf-8")
        return
    assert shown == example.console
    assert rule.rule.value in result.output
    assert result.exit_code == (0 if rule.severity.value == "info" else 1)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.rule.value)
def test_what_passes_is_no_finding(rule: CheckedRule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = section(rule.rule.value, "Passes")
    assert example.files
    monkeypatch.chdir(example.write(tmp_path))

    result = kb(*arguments_of(section(rule.rule.value, "Fails").console))

    assert f"[{rule.rule.value}]" not in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.rule.value)
def test_a_fix_that_is_promised_makes_it_clean_and_another_run_changes_nothing(
    rule: CheckedRule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    promised = MENDS in PAGES.joinpath(f"{rule.rule.value}.md").read_text("utf-8")
    example = section(rule.rule.value, "Fails")
    monkeypatch.chdir(example.write(tmp_path))
    before = snapshot(tmp_path)
    arguments = arguments_of(example.console)
    shown = kb(*arguments, "--diff")
    assert snapshot(tmp_path) == before, "--diff changed a file"

    kb(*arguments, "--fix")

    assert (snapshot(tmp_path) != before) == promised == ("+++ b/" in shown.output)
    if promised and rule.rule is not Rule.TAG_FORM:  # a blank in a tag is for a person to mend
        assert kb(*arguments).exit_code == 0
    after = snapshot(tmp_path)
    kb(*arguments, "--fix")
    assert snapshot(tmp_path) == after


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_rules_and_pages_are_the_same_set() -> None:
    assert tuple(RULES) == tuple(Rule)
    assert sorted(path.stem for path in PAGES.glob("KB*.md")) == [rule.value for rule in Rule]
    assert len({rule.name for rule in RULES.values()}) == len(Rule)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.rule.value)
def test_a_page_starts_with_number_name_and_severity(rule: CheckedRule) -> None:
    text = PAGES.joinpath(f"{rule.rule.value}.md").read_text("utf-8")

    assert text.startswith(f"# {rule.rule.value}: {rule.name}\n\n{rule.severity.value.capitalize()}. ")


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.rule.value)
def test_words_need_no_fact_in_the_end(rule: CheckedRule) -> None:
    for templates in (rule.sentence, rule.fix):
        assert not fields(templates[-1])
    assert "{" not in "".join(rule.words({}))
