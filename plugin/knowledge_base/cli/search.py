"""`kb search`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..app import Knowledge, open_published
from ..cached import ask
from ..errors import RequestError
from ..model import SearchResult
from .as_json import held_entry, search_result
from .command import Answer, command, require_folder
from .hits import hits_in_text
from .parameters import Limit, Text, fan_out
from .schemas import SEARCH

DEFAULT_LIMIT = 20


@command("search", SEARCH)
@click.argument("query", nargs=-1, type=Text(), metavar="QUERY...")
@fan_out
@click.option("--tag", type=Text(), multiple=True, metavar="TAG", help="Only entries with this tag; repeatable.")
@click.option(
    "--category", type=Text(), multiple=True, metavar="NAME", help="Only entries of this category; repeatable."
)
@click.option(
    "--limit",
    type=Limit(),
    default=DEFAULT_LIMIT,
    show_default=True,
    metavar="N",
    help="Show at most this many hits.",
)
@click.option("--weaker", is_flag=True, help="Show the hits below the cutoff too.")
@click.option("--dedupe", is_flag=True, help="Show exact copies as one, with all their places.")
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
    category: tuple[str, ...],
    limit: int,
    weaker: bool,
    dedupe: bool,
    explain: bool,
    index: Path | None,
    docs: bool,
) -> Answer:
    """Find entries: the best first, with what matched.

    The words of QUERY are joined by blanks. Each is looked for in tags and as a part of the text, in any case; words in
    double quotes as a phrase. tag:TAG, category:NAME, store:NAME and tier:TIER do what the options do. Hits far weaker
    than the best one are dropped.
    """
    if not query:
        raise RequestError("knowledge_query_required", "search needs a query", "as in `kb search http routing`")

    def answer(knowledge: Knowledge) -> Answer:
        result = knowledge.search(" ".join(query), tier, filter, tag, limit, category, weaker)
        value = {**search_result(result), **_beside(knowledge, result)}
        return Answer(value, hits_in_text(explain, dedupe, weaker), knowledge.findings())

    if index is not None:
        return answer(open_published(index, docs))
    if docs:
        raise RequestError(
            "docs_without_index",
            "--docs needs a published index: only a built site has one of its documentation pages",
            "add --index DIR with the folder of the site that holds the manifest.json",
        )
    require_folder(project)
    return ask(project, answer)


def _beside(knowledge: Knowledge, result: SearchResult) -> dict[str, Any]:
    """What helps where nothing was found; empty lists where something was."""
    terms = () if result.total else result.terms
    unknown = [
        {"word": word, "nearest": list(knowledge.nearest_words(word))}
        for word in (knowledge.unknown_words(terms) if terms else ())
    ]
    held = knowledge.held_by_always_applied(terms) if terms else ()
    return {"unknown": unknown, "always_applied": [held_entry(entry) for entry in held]}
