"""Blocks of the documentation that are rendered from the code, so that no page can depart from it.

A line `<!-- kb:NAME -->` alone, in any page of the docs, is replaced by the block of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..categories import CATEGORIES
from ..errors import RequestError, did_you_mean
from ..ranking import CUTOFF, MIN_PREFIX, TAG_WEIGHT, damp, score

_BLOCK = re.compile(r"^<!-- kb:([\w-]+) -->[ \t]*$", re.MULTILINE)


def expand_blocks(markdown: str, place: str) -> str:
    """`markdown` with every block rendered. Refuses a name that there is no block for."""

    def render(match: re.Match[str]) -> str:
        name = match[1]
        if name not in BLOCKS:
            line = markdown.count("\n", 0, match.start()) + 1
            raise RequestError(
                "block_unknown",
                f'{place}:{line}:1: there is no block "{name}"',
                f"{did_you_mean(name, BLOCKS)}blocks: {', '.join(BLOCKS)}",
                place,
            )
        return BLOCKS[name]()

    return _BLOCK.sub(render, markdown)


def _constants() -> str:
    return _table(
        ("Constant", "Value", "Meaning"),
        [
            ("tag weight", f"{TAG_WEIGHT}", "what a tag equal to the term adds"),
            ("shortest prefix", f"{MIN_PREFIX}", "characters that term and tag must share for a partial match"),
            ("cutoff", f"{CUTOFF}", "hits below this part of the best score are dropped"),
        ],
    )


def _damping() -> str:
    counts = (0, 1, 2, 3, 4, 8, 16, 128)
    return _table(("Mentions", *map(str, counts)), [("Worth", *(f"{damp(count):.4g}" for count in counts))])


def _example() -> str:
    """The query `http routing` over two entries; the second one falls below the cutoff of the first."""
    terms = ("http", "routing")
    rows = []
    best = 0.0
    for name, tags, counts in (("A", ("http", "routing"), (0, 2)), ("B", (), (8, 0))):
        found = score(terms, counts, tags)
        best = max(best, found.value)
        parts = " + ".join(f"({TAG_WEIGHT} × {part.affinity:g} + {damp(part.count):g})" for part in found.evidence)
        kept = "shown" if found.value >= best * CUTOFF else f"dropped: below {CUTOFF} × {best:g}"
        mentions = ", ".join(f"{part.term} {part.count} ×" for part in found.evidence)
        rows.append(
            (name, ", ".join(tags) or "none", mentions, f"({parts}) × {found.coverage:g}² = **{found.value:g}**", kept)
        )
    return _table(("Entry", "Tags", "Mentions", "Score", "Outcome"), rows)


def _categories() -> str:
    rows = [(f"**{c.name}**", c.retrieval.value, c.purpose, c.boundary, c.entry_shape) for c in CATEGORIES]
    return _table(("Category", "Retrieval", "Purpose", "Belongs elsewhere", "Entry shape"), rows)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


BLOCKS: dict[str, Callable[[], str]] = {
    "categories": _categories,
    "constants": _constants,
    "damping": _damping,
    "example": _example,
}
