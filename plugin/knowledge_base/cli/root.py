"""The command `kb` itself: its options, and its commands in the order that its help shows them."""

from __future__ import annotations

from pathlib import Path

import click

from .. import __version__
from .group import Group

COMMANDS = {
    "search": "search",
    "list": "list:list_",
    "read": "read",
    "tags": "tags",
    "categories": "categories",
    "always-applied": "always_applied",
    "conventions": "always_applied:conventions",
    "stores": "stores",
    "sources": "sources",
    "sync": "sync",
    "cache": "cache",
    "init": "init",
    "check": "check",
    "docs": "docs",
    "index": "index",
    "completion": "completion",
}
"""The module of each command, and the name that it has there if that is another. Only the one that runs is imported."""

_EXAMPLES = """\b
Examples:
  kb init --site
  kb search http routing --tag api
  kb read repo/api:gotchas/timeouts.md
  kb check --fix
  kb index public && kb search --index public timeouts --format json

Every command takes --format json for programs and --schema for its JSON Schemas.

Exit codes: 0 done, 1 findings, 2 wrong request or settings, 3 network, disk or permission.
"""


@click.group(
    "kb",
    cls=Group,
    modules=COMMANDS,
    invoke_without_command=True,
    epilog=_EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-C",
    "directory",
    metavar="DIR",
    default=".",
    type=click.Path(path_type=Path),
    help="The project: the folder that holds knowledge.yml. Default: this folder.",
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s", prog_name="kb")
@click.pass_context
def main(context: click.Context, directory: Path) -> None:
    """Search and read what a team knows, kept as Markdown entries in stores."""
    context.obj = directory
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
