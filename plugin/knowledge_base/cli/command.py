"""What all commands share: `--format`, `--schema`, and how an answer is printed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ..app import Knowledge, open_project
from ..errors import RequestError
from ..model import Finding
from ..progress import shown
from ..text.visible import visible
from .output import write, write_json
from .schemas import schemas_of
from .screen import Screen, is_terminal, screen

_SHOWN_FINDINGS = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has to say.

    `value` is printed with `--format json`. `text` makes lines for people of that same value, in which all text of
    strangers has been made safe for a terminal. `raw`, if given, is printed instead of them where no terminal is.
    `forms` makes what other formats print, by their name.
    """

    value: dict[str, Any]
    text: Callable[[Any, Screen], Iterable[str]]
    findings: Sequence[Finding] = ()
    raw: str | None = None
    forms: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    exit_code: int = 0


def command(
    name: str, output: dict[str, Any], formats: Sequence[str] = ()
) -> Callable[[Callable[..., Answer]], click.Command]:
    """Make a command of a function that takes the project's folder and its arguments. `output` is a JSON Schema."""

    def decorate(function: Callable[..., Answer]) -> click.Command:
        @functools.wraps(function)
        @click.pass_context
        def run(context: click.Context, /, format: str, **arguments: Any) -> None:
            with shown():
                answer = function(context.obj, **arguments)
            if format in answer.forms:
                write(answer.forms[format](), utf8=True)
            else:
                _print(answer, as_json=format == "json")
            context.exit(answer.exit_code)

        def print_schemas(context: click.Context, _: click.Parameter, wanted: bool) -> None:
            if wanted and not context.resilient_parsing:
                write_json(schemas_of(context.command, output))
                context.exit()

        options = click.command(name)(run)
        options.params += [
            click.Option(
                ["--format"],
                type=click.Choice(["text", "json", *formats]),
                default="text",
                show_default=True,
                help="Text for people or JSON for programs.",
            ),
            click.Option(
                ["--schema"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=print_schemas,
                help="Print the JSON Schemas of input, output and errors, and exit.",
            ),
        ]
        return options

    return decorate


def opened(directory: Path) -> Knowledge:
    """The project that `-C` names."""
    require_folder(directory)
    return open_project(directory)


def require_folder(directory: Path) -> None:
    if not directory.is_dir():
        raise RequestError(
            "project_missing",
            f"there is no folder {directory.as_posix()}",
            "give -C the folder of the project",
            directory.as_posix(),
        )


def _print(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        write_json(answer.value)
        return
    if answer.raw is not None and not is_terminal():
        write(answer.raw)
    else:
        write("".join(f"{line}\n" for line in answer.text(_safe(answer.value), screen())))
    if not answer.findings:
        return
    shown, more = answer.findings[:_SHOWN_FINDINGS], len(answer.findings) - _SHOWN_FINDINGS
    from ..checks.reporters.text import report  # noqa: PLC0415 - all rules; most answers come without findings

    before = "\n" if is_terminal() and is_terminal(err=True) else ""
    after = f"and {more} more like these\n" if more > 0 else ""
    write(before + report(shown) + after, err=True)


def _safe(value: Any, key: str = "") -> Any:
    """The same value with visible text; only the content of an entry keeps its line ends."""
    if isinstance(value, str):
        return visible(value, lines=key == "content")
    if isinstance(value, dict):
        return {name: _safe(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_safe(item) for item in value]
    return value
