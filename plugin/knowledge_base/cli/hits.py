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
_HELD = 3


def hits_in_text(explain: bool, dedupe: bool, weaker: bool) -> Callable[[Any, Screen], Iterable[str]]:
    """A writer of what `kb search` prints as JSON. With `dedupe`, copies are one, with all their places.

    `weaker` says that hits below the cutoff were asked for.
    """

    def write(result: Any, screen: Screen) -> Iterator[str]:
        yield _heading(result)
        for number, hit in enumerate(_without_copies(result["hits"]) if dedupe else result["hits"], 1):
            yield ""
            places = [hit, *(hit["copies"] if dedupe else ())]
            yield from _hit(number, hit, places, result["terms"], screen)
            if explain:
                yield ""
                yield from (f"{_INDENT}{line}" for line in explained(hit, screen))
        yield from _nothing(result)
        if rest := _rest(result, weaker):
            yield ""
            yield from (screen.style(line, dim=True) for line in rest)

    return write


def _heading(result: Any) -> str:
    if not result["terms"]:
        filtered = any(result["filters"].values())
        return "no hits: add a word to look for" if filtered else "no hits: the query is empty"
    total = result["total"]
    return f'{total or "no"} {"hit" if total == 1 else "hits"} for "{shorten(result["query"], _QUERY_WIDTH)}"'


def _without_copies(hits: Iterable[Any]) -> Iterator[Any]:
    """The first of the hits with the same bytes."""
    seen = set()
    for hit in hits:
        if hit["checksum"] not in seen:
            seen.add(hit["checksum"])
            yield hit


def _nothing(result: Any) -> Iterator[str]:
    """Which words nobody knows, what may have been meant, and where else to look."""
    for unknown in result["unknown"]:
        near = " or ".join(f'"{word}"' for word in unknown["nearest"])
        meant = f": did you mean {near}?" if near else ""
        yield f'no entry knows "{shorten(unknown["word"], _TERM_WIDTH)}"{meant}'
    for held in result["always_applied"][:_HELD]:
        terms = ", ".join(shorten(term, _TERM_WIDTH) for term in held["terms"])
        yield f"always applied: {_address(held)} holds {shorten(terms, _QUERY_WIDTH)}"
    if (more := len(result["always_applied"]) - _HELD) > 0:
        yield f"and {more} more always-applied {'entry' if more == 1 else 'entries'}"


def _address(place: Any) -> str:
    return f"{place['tier']}/{place['name']}:{place['path']}"


def _hit(number: int, hit: Any, places: Sequence[Any], terms: Sequence[str], screen: Screen) -> Iterator[str]:
    score = screen.style(f"score {short(hit['score'])}", dim=True)
    yield f"{number:>2}. {screen.style(hit['title'], bold=True)}  {score}"
    for place in places:
        yield _INDENT + screen.style(_address(place), fg="cyan")
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


def _rest(result: Any, weaker: bool) -> list[str]:
    lines = []
    total, shown, dropped = result["total"], len(result["hits"]), result["dropped"]
    asked = total + (dropped if weaker else 0)
    if asked > shown:
        lines.append(f"{asked - shown} more: `--limit {asked}` shows all")
    if dropped and not weaker:
        hits, them = ("1 weaker hit was", "it") if dropped == 1 else (f"{dropped} weaker hits were", "them")
        below = f"with less than {CUTOFF * 100:g} % of the best score"
        lines.append(f"{hits} dropped, {below}: `--weaker` shows {them}")
    return lines
