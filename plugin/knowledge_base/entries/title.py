"""The first heading of a body, without parsing all of it, and equal to what parsing all of it says."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ..text import fold_blanks

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_HEADING = re.compile(r"^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$)", re.MULTILINE)
_ATX = re.compile(r" {0,3}#{1,6}(?:[ \t]+(?P<text>.*?))??(?:[ \t]+#+)?[ \t]*")
# What can start a block in which a heading is no heading of the page, or hide one from the eye.
_CONTAINER = re.compile(r"^(?: {0,3}(?:[`~]{3}|[<>*+-]|\d{1,9}[.)]|\[)| {4}| {0,3}\t)", re.MULTILINE)
_INLINE = re.compile(r"[\\`*_<>&!]")


@cache
def _parser() -> MarkdownIt:
    # Most titles need no parser, and importing it takes a quarter of the time that `kb` needs to start.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    return MarkdownIt("commonmark")


def first_heading(body: str) -> str:
    """The text of the first heading that is not inside a list, a quotation or code; empty without one.

    CommonMark reads blocks from top to bottom, so the lines after a heading cannot undo it: it is enough to parse up
    to each place that looks like one, and most of these need no parser at all.
    """
    body = body.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    container = _CONTAINER.search(body)
    plain_until = container.start() if container else len(body)
    searched = 0
    for match in _HEADING.finditer(body):
        end = body.find("\n", match.start())
        end = len(body) if end < 0 else end
        line = body[match.start() : end]
        if line.lstrip(" ").startswith("#") and match.start() <= plain_until:
            atx = _ATX.fullmatch(line)
            text = (atx["text"] if atx else None) or ""
            if "[" in text:
                return first_heading_of(body)  # a link's definition may stand anywhere
            title = _plain(text)
        elif end < 2 * searched:
            continue  # so that many lines that only look like headings cost no more than twice the text
        else:
            title = first_heading_of(body[:end])
            searched = end
            if "[" in title:
                return first_heading_of(body)
        if title:
            return title
    return first_heading_of(body) if searched else ""


def first_heading_of(body: str) -> str:
    """What a full parse of `body` says: the reference that `first_heading` must equal."""
    tokens = _parser().parse(body)
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0:
            text = _text(tokens[at + 1].children or [])
            if text:
                return text
    return ""


def _plain(text: str) -> str:
    if not _INLINE.search(text):
        return fold_blanks(text)
    tokens = _parser().parseInline(text)
    return _text(tokens[0].children or [])


def _text(children: list[Token]) -> str:
    """The words of inline tokens as a page shows them: no markup, no tags."""
    parts = []
    for token in children:
        if token.type in ("text", "code_inline", "text_special"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type == "image":
            parts.append(_text(token.children or []))
    return fold_blanks("".join(parts))
