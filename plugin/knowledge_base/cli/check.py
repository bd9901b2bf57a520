"""`kb check`."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..app import Knowledge, open_project
from ..checks import Outcome, Project, repair, run
from ..checks.project import Anchors
from ..checks.reporters import as_json, github, junit, sarif, text
from ..config import Settings
from ..config.checks import FAIL_ON
from ..errors import RequestError, did_you_mean
from ..model import Rule, Severity
from ..text.visible import visible
from .baseline import known_findings
from .command import Answer, command, require_folder
from .commands_block import commands_block
from .parameters import Text
from .schemas import CHECK
from .screen import Screen
from .source_lines import SourceLines
from .where import project_of, repository_prefix

_ROUNDS = 5  # one edit can make room for the next: a tag in lower case may be there twice


@command("check", CHECK, ("sarif", "junit", "github"))
@click.argument("paths", nargs=-1, type=Text())
@click.option("--select", type=Text(), multiple=True, metavar="KBnnn", help="Only this rule; repeatable.")
@click.option("--ignore", type=Text(), multiple=True, metavar="KBnnn", help="Not this rule; repeatable.")
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="The lowest severity that makes the exit code 1. Default: that of the settings, else warning.",
)
@click.option("--fix", is_flag=True, help="Mend what is safe to mend, then say what is left.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--since", type=Text(), metavar="REF", help="Only what this branch brought since it left REF.")
def check(
    directory: Path,
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str | None,
    fix: bool,
    diff: bool,
    since: str | None,
) -> Answer:
    """Check that knowledge and docs are as declared.

    With PATHS, only findings in these files and folders are told; the whole project is looked at all the same.
    """
    require_folder(directory)
    project = project_of(directory)
    rules = _rules(select, ignore)
    wanted = _wanted(paths, directory, project)
    settings = open_project(project, tolerant=True).settings
    anchors = site_anchors(project)
    to_check = functools.partial(project_to_check, anchors=anchors)
    known = known_findings(project, since, rules, to_check) if since is not None else ()

    def look() -> tuple[Project, Outcome]:
        found = to_check(open_project(project, tolerant=True))
        checks = settings.checks if settings else Settings(project, None, ()).checks
        return found, run(found, checks, rules, wanted, known)

    mended: list[Path] = []
    checked, outcome = look()
    for _ in range(_ROUNDS if fix and not diff else 0):
        changed = repair.apply(outcome.edits)
        if not changed:
            break
        mended += [file for file in changed if file not in mended]
        checked, outcome = look()
    shown_diff = repair.diff(outcome.edits, project) if diff else ""
    level = Severity(fail_on) if fail_on else settings.checks.fail_on if settings else Severity.WARNING
    value = as_json.report(outcome, __version__)
    names = [Path(os.path.relpath(file, project)).as_posix() for file in mended]
    if fix:
        value["mended"] = names
    if diff:
        value["diff"] = shown_diff

    in_repository = outcome.seen_from(repository_prefix(project))

    def lines(_: Any, screen: Screen) -> Iterator[str]:
        yield from (f"{screen.style('mended', fg='green')} {visible(name)}" for name in names)
        if diff:
            yield from visible(shown_diff, lines=True).splitlines()
        yield from text.full(outcome, SourceLines(checked, project), screen.style)

    return Answer(
        value,
        lines,
        forms={
            "sarif": lambda: _pretty(sarif.report(in_repository, __version__)),
            "junit": lambda: junit.report(outcome),
            "github": lambda: github.report(in_repository),
        },
        exit_code=int(outcome.fails(level)),
    )


def project_to_check(knowledge: Knowledge, anchors: Anchors | None) -> Project:
    """What the rules look at."""
    from ..gate import checked_project  # noqa: PLC0415 - it brings the templates, which no other command needs

    return checked_project(knowledge, anchors, commands_block)


def site_anchors(project: Path) -> Anchors | None:
    """What renders pages to see their anchors; None where the extra `site` is not installed."""
    try:
        from ..mkdocs_plugin.anchors import PageAnchors  # noqa: PLC0415 - only here may the command meet MkDocs
    except ImportError:
        return None
    return PageAnchors(project)


def _rules(select: Collection[str], ignore: Collection[str]) -> tuple[Rule, ...]:
    numbers = [rule.value for rule in Rule]
    for number in (*select, *ignore):
        if number not in numbers:
            raise RequestError(
                "rule_unknown",
                f'there is no rule "{number}"',
                f"{did_you_mean(number, numbers)}rules have numbers like KB009",
                number,
            )
    return tuple(rule for rule in Rule if (not select or rule.value in select) and rule.value not in ignore)


def _wanted(paths: tuple[str, ...], directory: Path, project: Path) -> Callable[[str], bool]:
    """Whether a file of the project is one of `paths`, which start from the folder that the command was given."""
    asked = []
    for path in paths:
        file = directory / path
        if not file.exists():
            raise RequestError("path_missing", f"there is no {file.as_posix()}", "correct the path", path)
        asked.append(os.path.abspath(file))

    def wanted(shown: str) -> bool:
        file = os.path.abspath(project / shown)
        return not asked or any(file == one or file.startswith(one.rstrip("/") + "/") for one in asked)

    return wanted


def _pretty(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
