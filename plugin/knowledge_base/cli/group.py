"""The door of the program: arguments in, exit code out, and every failure as sentences or as JSON."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ..errors import RequestError, did_you_mean
from .refusal import as_refusal, show


class Group(click.Group):
    """Commands in the order they were added; failures are shown by `refusal`, never as a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise RequestError(
                "usage",
                f'there is no command "{args[0]}"',
                f"{did_you_mean(args[0], self.commands)}commands: {', '.join(self.commands)}",
                args[0],
            )
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = "kb",
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        arguments = list(sys.argv[1:] if args is None else args)
        try:
            code = super().main(arguments, prog_name, complete_var, standalone_mode=False, **extra)
        except click.Abort:
            sys.exit(130)
        except Exception as error:  # noqa: BLE001  # the last place that can turn a failure into a sentence
            refusal = as_refusal(error)
            show(refusal, as_json=_wants_json(arguments))
            sys.exit(refusal.exit_code)
        sys.exit(code if isinstance(code, int) else 0)


def _wants_json(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for JSON; read roughly, because it is needed where parsing has failed."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--format=json" in options or ("--format", "json") in itertools.pairwise(options)
