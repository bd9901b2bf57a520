"""Blocks of the docs that are made from their source: what each one shows. `docs/reference/blocks.md` lists them.

They are written between markers by `kb docs --write`, and rule KB020 compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..categories import Registry, length_limit
from ..model import TIER_MEANING
from ..ranking import CUTOFF, MIN_PREFIX, TAG_WEIGHT, damp, score
from .rules import RULES

Blocks = Mapping[str, Callable[[], str] | None]


def blocks(registry: Registry, commands: Callable[[], str] | None = None) -> Blocks:
    """What makes the text of each block. Only the program itself can list its `commands`."""
    return {
        "categories": lambda: _categories(registry),
        "commands": commands,
        "constants": _constants,
        "damping": _damping,
        "example": _example,
        "rules": _rules,
        "tiers": _tiers,
    }


def _constants() -> str:
    return table(
        ("Constant", "Value", "Meaning"),
        [
            ("tag weight", f"{TAG_WEIGHT}", "what a tag equal to the term adds"),
            ("shortest prefix", f"{MIN_PREFIX}", "characters that term and tag must share for a partial match"),
            ("cutoff", f"{CUTOFF}", "hits below this part of the best score are dropped"),
        ],
    )


def _damping() -> str:
    counts = (0, 1, 2, 3, 4, 8, 16, 128)
    return table(("Mentions", *map(str, counts)), [("Worth", *(f"{damp(count):.4g}" for count in counts))])


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
    return table(("Entry", "Tags", "Mentions", "Score", "Outcome"), rows)


def _categories(registry: Registry) -> str:
    rows = [
        (f"**{c.name}**", c.retrieval.value, c.purpose, c.boundary, f"{c.entry_shape}{length_limit(c)}")
        for c in registry
    ]
    return table(("Category", "Retrieval", "Purpose", "Belongs elsewhere", "Entry shape"), rows)


def _tiers() -> str:
    return table(("Tier", "Its stores"), list(TIER_MEANING.items()))


def _rules() -> str:
    rows = [
        (f"[{rule.rule.value}]({rule.rule.value}.md)", rule.name, rule.severity.value, rule.sentence[-1])
        for rule in RULES.values()
    ]
    return table(("Rule", "Name", "Severity", "Says"), rows)


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)
