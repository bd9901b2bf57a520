"""Marks the first use of each term of the glossary in a page, with what it means behind it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from ..text import lower, run_spans, runs
from .glossary import Term

if TYPE_CHECKING:
    from .site import EntryRef

_MARKUP = re.compile(r"""(<(?:!--.*?--|/?[a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*)>)""", re.DOTALL)
_OPAQUE = re.compile(
    r"<(a|abbr|button|code|dfn|h[1-6]|kbd|label|math|pre|samp|script|select|style|summary|svg|textarea|title)\b"
    r"""|<([a-z]+)\b[^>]*\bclass=["'][^"']*\b(?:arithmatex|mermaid|highlight)\b""",
    re.IGNORECASE,
)
MOST_RUNS = 6
"""A title of more words is no term."""


class Definitions:
    """Terms to look for. Looking costs as much for one as for thousands: a page is read once, word by word."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._names: dict[int, str] = {}
        self._terms: defaultdict[str, list[tuple[int, str, Term]]] = defaultdict(list)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for term in terms:
            self._names[id(term.entry)] = lower(term.name)
            name = escape(lower(term.name), quote=False)
            spans = list(run_spans(name))
            if term.definition and 0 < len(spans) <= MOST_RUNS:
                words = [name[start:end] for start, end in spans]
                self._terms[" ".join(words)].append((spans[0][0], name, term))
                lengths[words[0]].add(len(words))
        self._lengths: Mapping[str, list[int]] = {run: sorted(found, reverse=True) for run, found in lengths.items()}

    def mark(self, html: str, own: EntryRef | None = None) -> tuple[str, list[Term]]:
        """`html` with a button around the first use of each term, and these terms; `own` is whose text it is.

        Left alone: code, links, headings, mathematics, and what is inside of tags.
        """
        found: list[Term] = []
        if not self._lengths:
            return html, found
        candidates = self._lengths.keys() & set(runs(lower(html)))
        if not candidates:
            return html, found
        seen = {self._names[id(own)]} if id(own) in self._names else set()
        pieces = _MARKUP.split(html)
        opaque, depth = "", 0
        for at, piece in enumerate(pieces):
            if at % 2 == 0:
                if not depth and not candidates.isdisjoint(runs(lower(piece))):
                    pieces[at] = self._marked(piece, seen, found)
            elif depth:
                if piece.startswith(opaque, 2):
                    depth -= piece[1] == "/"
                elif piece.startswith(opaque, 1):
                    depth += 1
            elif match := _OPAQUE.match(piece):
                opaque, depth = match[1] or match[2], 1
        return ("".join(pieces), found) if found else (html, found)

    def _marked(self, text: str, seen: set[str], found: list[Term]) -> str:
        lowered = lower(text).replace("\n", " ")
        spans = list(run_spans(lowered))
        words = [lowered[start:end] for start, end in spans]
        parts, done = [], 0
        for at, (first, last) in enumerate(spans):
            if first < done or words[at] not in self._lengths:
                continue
            if lowered[:first].endswith(("&", "&#")) and lowered.startswith(";", last):
                continue  # a character, not a word
            for start, end, term in self._at(lowered, words, at, first):
                if start < done or (end < len(lowered) and any(a < end < b for a, b in spans[at : at + MOST_RUNS])):
                    continue
                name = lower(term.name)
                if name in seen:
                    continue
                seen.add(name)
                found.append(term)
                parts += [text[done:start], _button(text[start:end], len(found))]
                done = end
                break
        return "".join([*parts, text[done:]])

    def _at(self, lowered: str, words: list[str], at: int, first: int) -> Iterator[tuple[int, int, Term]]:
        """The terms that stand at a run, the longest first, with where they start and end."""
        for length in self._lengths[words[at]]:
            for before, name, term in self._terms.get(" ".join(words[at : at + length]), ()):
                start = first - before
                if start >= 0 and lowered.startswith(name, start):
                    yield start, start + len(name), term


def _button(text: str, number: int) -> str:
    return f'<button type="button" class="kb-term" popovertarget="kb-term-{number}">{text}</button>'
