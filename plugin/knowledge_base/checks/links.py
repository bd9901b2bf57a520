"""Links and images of a Markdown text with their places: what CommonMark reads as one, code and comments left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

# A text without any of these holds no relative link, and is not parsed: most texts of a large store.
_CANDIDATE = re.compile(
    r"""\]\([ \t\n]*<?(?!https?:|mailto:|\))"""
    r"""|^[ \t>]*\[[^\]\n]+\]:[ \t\n]*<?(?!https?:|mailto:)"""
    r"""|<(?:a|img)\s[^>]*?\b(?:href|src)\s*=""",
    re.MULTILINE | re.IGNORECASE,
)
_MAYBE_IN_BLOCK = re.compile(r"\]|<(?:a|img)\s", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HTML_LINK = re.compile(
    r"""<(?:a\s[^>]*?\bhref|img\s[^>]*?\bsrc)\s*=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'>]+))""", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link or image as it is written, and where: `text[start:end]`."""

    url: str
    start: int
    end: int

    @property
    def path(self) -> str | None:
        """The relative path, decoded; empty for an anchor on the same page; None where the link leaves the site."""
        try:
            parts = urlsplit(self.url)
        except ValueError:
            return None
        return None if parts.scheme or parts.netloc or parts.path.startswith("/") else unquote(parts.path)

    @property
    def anchor(self) -> str:
        return unquote(urlsplit(self.url).fragment)


def find_links(text: str, body_start: int) -> Iterator[Link]:
    """The links and images of `text[body_start:]` that have no scheme, in order; each occurrence counts."""
    body = text[body_start:]
    if not _CANDIDATE.search(body):
        return
    starts = _line_starts(body)
    environment: dict[str, Any] = {}
    for token in _parser().parse(body, environment):
        if token.map is None:
            continue
        first, last = starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)]
        at = first
        for url in _urls(token):
            found = body.find(url, at, last) if url else -1
            if found < 0:  # the URL stands in a definition elsewhere, or is written with entities
                start, end = at, at + 1
            else:
                start, end = found, found + len(url)
                at = end
            yield Link(url, body_start + start, body_start + end)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.core.ruler.at("inline", _inline)
    return parser


def _inline(state: StateCore) -> None:
    """Parse only blocks that can hold a link: the rest of a text costs nothing."""
    for token in state.tokens:
        if token.type == "inline" and _MAYBE_IN_BLOCK.search(token.content):
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def _urls(token: Token) -> Iterator[str]:
    if token.type == "inline":
        for child in token.children or []:
            yield from _urls(child)
    elif token.type == "link_open":
        yield str(token.attrGet("href") or "")
    elif token.type == "image":
        yield str(token.attrGet("src") or "")
        for child in token.children or []:
            yield from _urls(child)
    elif token.type in ("html_block", "html_inline"):
        for match in _HTML_LINK.finditer(_COMMENT.sub("", token.content)):
            yield unescape(match["a"] or match["b"] or match["c"] or "")


def _line_starts(text: str) -> list[int]:
    """Where each line starts, and the end of the text. The parser ends lines at LF, CR LF and CR."""
    return [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text)), len(text)]
