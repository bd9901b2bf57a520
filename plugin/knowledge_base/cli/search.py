"""`kb search`."""

from __future__ import annotations

from pathlib import Path

import click

from ..app import Knowledge, open_published
from ..errors import RequestError
from .as_json import search_result
from .command import Answer, command, opened
from .hits import hits_in_text
from .parameters import Limit, Text, fan_out
from .schemas import SEARCH

DEFAULT_LIMIT = 20


@command("search", SEARCH)
@click.argument("query", nargs=-1, type=Text(), metavar="QUERY...")
@fan_out
@click.option("--tag", type=Text(), multiple=True, metavar="TAG", help="Only entries with this tag; repeatable.")
@click.option(
    "--limit",
    type=Limit(),
    default=DEFAULT_LIMIT,
    show_default=True,
    metavar="N",
    help="Show at most this many hits.",
)
@click.option("--explain", is_flag=True, help="Show how each score comes about.")
@click.option(
    "--index",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Search the published index in this folder instead of the stores.",
)
@click.option("--docs", is_flag=True, help="With --index: search the documentation pages of the site.")
def search(
    project: Path,
    query: tuple[str, ...],
    tier: str,
    filter: tuple[str, ...],
    tag: tuple[str, ...],
    limit: int,
    explain: bool,
    index: Path | None,
    docs: bool,
) -> Answer:
    """Find entries: the best first, with what matched.

    The words of QUERY are joined by blanks. Each is looked for in tags and as a part of the text, in any case. Hits far
    weaker than the best one are dropped.
    """
    if not query:
        raise RequestError("knowledge_query_required", "search needs a query", "as in `kb search http routing`")
    knowledge = _opened(project, index, docs)
    result = knowledge.search(" ".join(query), tier, filter, tag, limit)
    return Answer(search_result(result), hits_in_text(explain), knowledge.findings())


def _opened(project: Path, index: Path | None, docs: bool) -> Knowledge:
    if index is not None:
        return open_published(index, docs)
    if docs:
        raise RequestError(
            "docs_without_index",
            "--docs needs a published index: only a built site has one of its documentation pages",
            "add --index DIR with the folder of the site that holds the manifest.json",
        )
    return opened(project)
