"""The command `kb` itself: its options, and its commands in the order that its help shows them."""

from __future__ import annotations

from pathlib import Path

import click

from .. import __version__
from .always_applied import always_applied, conventions
from .cache import cache
from .categories import categories
from .check import check
from .completion import completion
from .docs import docs
from .group import Group
from .index import index
from .init import init
from .list import list_
from .read import read
from .search import search
from .sources import sources
from .stores import stores
from .sync import sync
from .tags import tags

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


for _command in (
    search,
    list_,
    read,
    tags,
    categories,
    always_applied,
    conventions,
    stores,
    sources,
    sync,
    cache,
    init,
    check,
    docs,
    index,
    completion,
):
    main.add_command(_command)
