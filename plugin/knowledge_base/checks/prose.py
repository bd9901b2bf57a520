"""Where the comments of a Markdown text stand: those that a page would have, not those shown in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark")


def comments(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every HTML comment."""
    if "<!--" not in text:
        return
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text)), len(text)]
    for token in _parser().parse(text.replace("\ufeff", " ", 1) if text.startswith("\ufeff") else text):
        if token.map is None:
            continue
        at = starts[token.map[0]]
        for part in [token, *(token.children or [])]:
            if part.type in ("html_block", "html_inline"):
                for match in _COMMENT.finditer(part.content):
                    found = _find(text, match[0], at)
                    if found is not None:
                        yield found
                        at = found[1]


def _find(text: str, comment: str, at: int) -> tuple[int, int] | None:
    """Where a comment stands in the text, whose lines may end with CR LF where the parser saw LF."""
    pattern = re.compile(re.escape(comment).replace("\\\n", "\r?\n"))
    match = pattern.search(text, at)
    return match.span() if match else None
