"""The table of commands that the docs show, from the commands themselves."""

from __future__ import annotations

import click

from ..checks.reference import table


def commands_block() -> str:
    """One row a command, in the order of `kb --help`."""
    from .root import main  # noqa: PLC0415 - the commands themselves are made of this

    context = click.Context(main, info_name="kb")
    rows = [
        (f"[`kb {name}`](cli.md#kb-{name})", found.get_short_help_str(limit=200))
        for name in main.list_commands(context)
        if (found := main.get_command(context, name)) is not None and not found.hidden
    ]
    return table(("Command", "What it does"), rows)
