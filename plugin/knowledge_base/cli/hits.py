"""Hits for people: a numbered list, best first, with what matched."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..ranking import CUTOFF
from ..text import lower
from .explain import explained, short
from .screen import Screen, shorten

_INDENT = "    "
_QUERY_WIDTH = 60
_TERM_WIDTH = 30


def hits_in_text(explain: bool) -> Callable[[Any, Screen], Iterable[str]]:
    """A writer of search results, which are in the form of `as_json.search_result`."""

    def write(result: Any, screen: Screen) -> Iterator[str]:
        yield _heading(result)
        for number, hit in enumerate(result["hits"], 1):
            yield ""
            yield from _hit(number, hit, result["terms"], screen)
            if explain:
                yield ""
                yield from (f"{_INDENT}{line}" for line in explained(hit, screen))
        if rest := _rest(result):
            yield ""
            yield from (screen.style(line, dim=True) for line in rest)

    return write


def _heading(result: Any) -> str:
    if not result["terms"]:
        return "no hits: the query is empty"
    total = result["total"]
    return f'{total or "no"} {"hit" if total == 1 else "hits"} for "{shorten(result["query"], _QUERY_WIDTH)}"'


def _hit(number: int, hit: Any, terms: Sequence[str], screen: Screen) -> Iterator[str]:
    score = screen.style(f"score {short(hit['score'])}", dim=True)
    yield f"{number:>2}. {screen.style(hit['title'], bold=True)}  {score}"
    yield _INDENT + screen.style(f"{hit['tier']}/{hit['name']}:{hit['path']}", fg="cyan")
    if hit["tags"]:
        for line in screen.wrap("tags: " + ", ".join(hit["tags"]), len(_INDENT)):
            yield _INDENT + line
    if hit["missing"]:
        missing = ", ".join(shorten(term, _TERM_WIDTH) for term in hit["missing"])
        yield _INDENT + screen.style(f"missing: {shorten(missing, 200)}", fg="yellow")
    for excerpt in hit["excerpts"]:
        for line in screen.wrap(excerpt, len(_INDENT) + 2):
            yield f"{_INDENT}{screen.style('│', dim=True)} {_marked(line, terms, screen)}"


def _marked(text: str, terms: Sequence[str], screen: Screen) -> str:
    """`text` with every occurrence of a term in colour; terms are lower-cased, which keeps the length of a text."""
    if not screen.colour:
        return text
    longest_first = sorted(map(re.escape, terms), key=len, reverse=True)
    marked, at = "", 0
    for match in re.finditer("|".join(longest_first), lower(text)):
        marked += text[at : match.start()] + screen.style(text[match.start() : match.end()], fg="yellow", bold=True)
        at = match.end()
    return marked + text[at:]


def _rest(result: Any) -> list[str]:
    lines = []
    total, shown, dropped = result["total"], len(result["hits"]), result["dropped"]
    if total > shown:
        lines.append(f"{total - shown} more: `--limit {total}` shows all")
    if dropped:
        hits = "1 weaker hit was" if dropped == 1 else f"{dropped} weaker hits were"
        lines.append(f"{hits} dropped, with less than {CUTOFF * 100:g} % of the best score")
    return lines
