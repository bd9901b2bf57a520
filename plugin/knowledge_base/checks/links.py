"""Links and images of a Markdown text with their places: what CommonMark reads as one, code and comments left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .segments import segments

# A text without any of these holds no relative link, and is not parsed: most texts of a large store.
_CANDIDATE = re.compile(
    r"""\]\([ \t\n]*<?(?!https?:|mailto:|\))"""
    r"""|^[ \t>]*\[[^\]\n]+\]:[ \t\n]*<?(?!https?:|mailto:)"""
    r"""|<(?:a|img)\s[^>]*?\b(?:href|src)\s*=""",
    re.MULTILINE | re.IGNORECASE,
)
# What a link holds whose URL may stand elsewhere.
_MAY_BE_DEFINED = re.compile(r"\]|<(?:a|img)\s", re.IGNORECASE)
# A definition in any form that CommonMark may take for one, of a link that may be relative.
_DEFINITION = re.compile(
    r"""^[ \t>*+\-\d.)]*\[(?:[^\[\]\\]|\\.)+\]:\s*<?(?!https?:|mailto:|[\s<])""",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_NEWLINE = re.compile(r"\r\n|\n|\r")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HTML_LINK = re.compile(
    r"""<(?:a\s[^>]*?\bhref|img\s[^>]*?\bsrc)\s*=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'>]+))""", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link or image as it is written, and where: `text[start:end]`. `path` is the relative path, decoded; empty for
    an anchor on the same page."""

    url: str
    path: str
    anchor: str
    start: int
    end: int


def find_links(text: str, body_start: int) -> Iterator[Link]:
    """The links and images of `text[body_start:]` that stay on the site, in order; each occurrence counts.

    Only parts that can hold one are parsed, and where a relative link may be defined apart from its use, all parts that
    could use it.
    """
    body = text[body_start:]
    if not _CANDIDATE.search(body):
        return
    may_hold = _MAY_BE_DEFINED if _DEFINITION.search(body) else _CANDIDATE
    environment: dict[str, Any] = {}
    blocks: list[tuple[Token, int, int]] = []
    for start, end in segments(body):
        if may_hold.search(body, start, end):
            blocks += _blocks(body, start, end, environment, may_hold)
    for token, first, last in blocks:
        at = first
        for url in _urls(token, environment):
            found = body.find(url, at, last) if url else -1
            if found < 0:  # the URL stands in a definition elsewhere, or is written with entities
                start, end = at, at + 1
            else:
                start, end = found, found + len(url)
                at = end
            if link := _link(url, body_start + start, body_start + end):
                yield link


def _link(url: str, start: int, end: int) -> Link | None:
    """The link, if it stays on the site."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return None
    return Link(url, unquote(parts.path), unquote(parts.fragment), start, end)


def _blocks(
    body: str, start: int, end: int, environment: dict[str, Any], may_hold: re.Pattern[str]
) -> Iterator[tuple[Token, int, int]]:
    """The blocks of `body[start:end]` that may hold links, and where their lines start and end in `body`."""
    part = body[start:end]
    tokens: list[Token] = []
    normal = _NEWLINE.sub("\n", part).replace("\0", "\ufffd")
    _parser().block.parse(normal, _parser(), environment, tokens)
    lines = [0, *(match.end() for match in _NEWLINE.finditer(part)), len(part)]
    for token in tokens:
        if token.map is not None and token.type in ("inline", "html_block") and may_hold.search(token.content):
            yield token, start + lines[token.map[0]], start + lines[min(token.map[1], len(lines) - 1)]


@cache
def _parser() -> MarkdownIt:
    # Emphasis, entities and line breaks take a third of the time and make no link.
    parser = MarkdownIt("commonmark").enable("table").disable(["emphasis", "entity", "newline", "balance_pairs"])
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


def _urls(token: Token, environment: dict[str, Any]) -> Iterator[str]:
    if token.type == "html_block":
        yield from _urls_of_html(token.content)
        return
    children: list[Token] = []
    _parser().inline.parse(token.content, _parser(), environment, children)
    yield from _urls_inline(children)


def _urls_inline(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "link_open":
            yield str(token.attrGet("href") or "")
        elif token.type == "image":
            yield str(token.attrGet("src") or "")
            yield from _urls_inline(token.children or [])
        elif token.type == "html_inline":
            yield from _urls_of_html(token.content)


def _urls_of_html(html: str) -> Iterator[str]:
    for match in _HTML_LINK.finditer(_COMMENT.sub("", html)):
        yield unescape(match["a"] or match["b"] or match["c"] or "")
