"""The door of the program: arguments in, exit code out, and every failure as sentences or as JSON."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from ..errors import RequestError, did_you_mean
from .refusal import as_refusal, show


class Group(click.Group):
    """Commands in their order; failures are shown by `refusal`, never as a traceback.

    `modules` names, for each command that is imported when it is needed, its module, and what it is called there after
    a colon.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str] | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._modules = modules or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self._modules, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._modules:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._modules[cmd_name].partition(":")
        found: click.Command = getattr(import_module(f".{module}", __package__), name or module)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise RequestError(
                "usage",
                f'there is no command "{args[0]}"',
                f"{did_you_mean(args[0], known)}commands: {', '.join(known)}",
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
