"""What to say where nothing was found. The twin of `assets/nearest.js`."""

from __future__ import annotations

from collections.abc import Sequence

from .categories import Registry
from .entries import split
from .errors import edits
from .excerpt import blocks
from .model import HeldEntry
from .ranking import affinity
from .search import NamedStore
from .survey import Survey
from .text import fold_lines, lower, words

LONG = 24
"""Longer words are mostly encoded data."""
SHOWN = 3
MOST_READ = 100
"""So many always-applied entries are looked at, and of each the first block: more than a reader would read."""
_SHORT = 3


def unknown_words(stores: Sequence[NamedStore], registry: Registry, terms: Sequence[str]) -> tuple[str, ...]:
    """The words among `terms` that no entry knows, by body or tag, once each; a phrase of known words as a whole."""
    parts = {term: tuple(words(term)) for term in terms}
    every = list(dict.fromkeys([*terms, *(word for term in terms for word in parts[term])]))
    known = set()
    for named in stores:
        for evidence in named.store.find(every):
            if registry.is_searched(evidence.path):
                for term, count in zip(every, evidence.counts, strict=True):
                    if term not in known and (count or affinity(term, evidence.tags)):
                        known.add(term)
    unknown: list[str] = []
    for term in terms:
        if term not in known:
            unknown += [word for word in parts[term] if word not in known] or [term]
    return tuple(dict.fromkeys(unknown))


def nearest_words(survey: Survey, word: str) -> tuple[str, ...]:
    """Up to three words of the entries that start like `word` and differ in at most two letters, the nearest first.

    In one letter where `word` has three or fewer. Among equals, the one that is the same for longer from its start.
    """
    most = 2 if len(word) > _SHORT else 1
    if len(word) > LONG + most or not word:
        return ()
    found = []
    for known in survey.words(word[0]):
        if 1 < len(known) <= LONG and abs(len(known) - len(word)) <= most:
            distance = edits(word, known, most + 1)
            if 0 < distance <= most:
                found.append((distance, -_shared(word, known), known))
    return tuple(known for _, _, known in sorted(found)[:SHOWN])


def held_by_always_applied(stores: Sequence[NamedStore], survey: Survey, terms: Sequence[str]) -> tuple[HeldEntry, ...]:
    """The always-applied entries, of the first `MOST_READ`, that hold one of the terms in their first block or tags."""
    by_id = {named.id: named.store for named in stores}
    held = []
    for address in survey.always_applied()[:MOST_READ]:
        store = by_id[address.store]
        text, info = store.read(address.path), store.describe(address.path, ())
        body = fold_lines(lower(next(blocks(text[split(text).body_start :]))))
        found = [term for term in dict.fromkeys(terms) if term in body or affinity(term, info.tags)]
        if found:
            held.append(HeldEntry(address, info.title, tuple(found)))
    return tuple(held)


def _shared(a: str, b: str) -> int:
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
