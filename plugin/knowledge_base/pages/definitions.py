"""Marks the first use of each term of the glossary in a page, with what it means behind it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from ..text import lower, run_spans
from .glossary import Term

if TYPE_CHECKING:
    from .site import EntryRef

_MARKUP = re.compile(
    r"""<(?:!--.*?--|/?(?P<tag>[a-zA-Z][a-zA-Z0-9]*)(?:"[^"]*"|'[^']*'|[^'">])*)>|&\#?\w+;""", re.DOTALL
)
_OPAQUE = re.compile(
    r"a|abbr|button|code|dfn|h[1-6]|kbd|label|math|pre|samp|script|select|style|summary|svg|textarea|title"
)
_OPAQUE_CLASS = re.compile(r"""\bclass=["'][^"']*\b(?:arithmatex|mermaid|highlight)\b""")
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
                runs = [name[start:end] for start, end in spans]
                self._terms[" ".join(runs)].append((spans[0][0], name, term))
                lengths[runs[0]].add(len(runs))
        self._lengths: Mapping[str, list[int]] = {run: sorted(found, reverse=True) for run, found in lengths.items()}

    def mark(self, html: str, own: EntryRef | None = None) -> tuple[str, list[Term]]:
        """`html` with a button around the first use of each term, and these terms; `own` is whose text it is.

        Left alone: code, links, headings, mathematics, and what is inside of tags.
        """
        found: list[Term] = []
        if not self._lengths:
            return html, found
        seen = {self._names[id(own)]} if id(own) in self._names else set()
        parts = []
        for text, is_prose in _pieces(html):
            parts.append(self._marked(text, seen, found) if is_prose else text)
        return ("".join(parts), found) if found else (html, found)

    def _marked(self, text: str, seen: set[str], found: list[Term]) -> str:
        lowered = lower(text).replace("\n", " ")
        spans = list(run_spans(lowered))
        runs = [lowered[start:end] for start, end in spans]
        parts, done = [], 0
        for at, (first, _) in enumerate(spans):
            if first < done or runs[at] not in self._lengths:
                continue
            for start, end, term in self._at(lowered, runs, at, first):
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

    def _at(self, lowered: str, runs: list[str], at: int, first: int) -> Iterator[tuple[int, int, Term]]:
        """The terms that stand at a run, the longest first, with where they start and end."""
        for length in self._lengths[runs[at]]:
            for before, name, term in self._terms.get(" ".join(runs[at : at + length]), ()):
                start = first - before
                if start >= 0 and lowered.startswith(name, start):
                    yield start, start + len(name), term


def _button(text: str, number: int) -> str:
    return f'<button type="button" class="kb-term" popovertarget="kb-term-{number}">{text}</button>'


def _pieces(html: str) -> Iterator[tuple[str, bool]]:
    """HTML in pieces, each with whether it is prose."""
    at, opaque, depth = 0, "", 0
    for match in _MARKUP.finditer(html):
        yield html[at : match.start()], not depth
        yield match[0], False
        at = match.end()
        tag = (match["tag"] or "").lower()
        if not tag:
            continue
        if depth:
            depth += 0 if tag != opaque else -1 if match[0].startswith("</") else 1
        elif _OPAQUE.fullmatch(tag) or _OPAQUE_CLASS.search(match[0]):
            opaque, depth = tag, 0 if match[0].startswith("</") else 1
    yield html[at:], not depth
