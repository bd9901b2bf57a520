"""Words of several pieces, such as `built-in`: those that headings or several entries hold get lists of their own."""

from __future__ import annotations

from itertools import pairwise

from .counting import Occurrences, Parts
from .pieces import MARK, class_of, pieces

ENTRIES = 4
LONGEST = 80


def compounds(occurrences: Occurrences) -> dict[str, Parts]:
    """Each compound with the occurrences of all tokens that hold it."""
    tokens: dict[str, Parts] = {}
    wanted = set()
    for token, found in occurrences.mixed.items():
        if inner := _inner(token):
            tokens.setdefault(inner, []).append((found, 1))
            if len(inner) <= LONGEST and (token in occurrences.titles or token in occurrences.headings):
                wanted.add(inner)
    for inner, parts in tokens.items():
        if sum(len(found) for found, _ in parts) >= ENTRIES and len(inner) <= LONGEST:
            wanted.add(inner)
    by_head: dict[str, list[str]] = {}
    for compound in wanted:
        by_head.setdefault("".join(pieces(compound)[:2]), []).append(compound)
    compounds: dict[str, Parts] = {}
    candidates: dict[str, list[tuple[int, list[str]]]] = {}
    for token, parts in tokens.items():
        at = 0
        held = set()
        cut = pieces(token)
        for first, second in pairwise(cut):
            head = first + second
            if head not in candidates:
                candidates[head] = [(i, by_head[head[i:]]) for i in range(len(first)) if head[i:] in by_head]
            for offset, group in candidates[head]:
                for compound in group:
                    if token.startswith(compound, at + offset):
                        held.add(compound)
            at += len(first)
        for compound in held:
            times = token.count(compound)
            compounds.setdefault(compound, []).extend((found, times) for found, _ in parts)
    return compounds


def _inner(token: str) -> str:
    """A token without the marks at its ends; empty if a single piece is left."""
    cut = pieces(token)
    first = 1 if class_of(cut[0][0]) == MARK else 0
    last = len(cut) - 1 if class_of(cut[-1][0]) == MARK else len(cut)
    return "".join(cut[first:last]) if last - first > 1 else ""
