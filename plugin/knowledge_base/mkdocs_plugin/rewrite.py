"""Links in HTML that is published as it is: only the values of links and ids change, not one other character."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

Change = Callable[[str, str, str], "str | None"]
"""Tag, attribute and value to the new value; None removes the attribute."""

_VALUE = r"""\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)"""


class _Rewriter(HTMLParser):
    def __init__(self, html: str, change: Change) -> None:
        super().__init__(convert_charrefs=False)
        self._change = change
        self._starts = [0]
        for line in html.split("\n"):  # as the parser counts lines
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.edits: list[tuple[int, int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        written = self.get_starttag_text() or ""
        new = written
        for name, value in attrs:
            if value is None:
                continue
            changed = self._change(tag, name, value)
            if changed == value:
                continue
            put = "" if changed is None else f' {name}="{escape(changed)}"'
            new = re.sub(rf"\s{re.escape(name)}{_VALUE}", lambda _, put=put: put, new, count=1, flags=re.IGNORECASE)  # type: ignore[misc]
        if new != written:
            line, column = self.getpos()
            start = self._starts[line - 1] + column
            self.edits.append((start, start + len(written), new))

    handle_startendtag = handle_starttag


def rewrite(html: str, change: Change) -> str:
    """`html` with the values of attributes changed."""
    rewriter = _Rewriter(html, change)
    rewriter.feed(html)
    rewriter.close()
    parts, at = [], 0
    for start, end, new in rewriter.edits:
        parts += [html[at:start], new]
        at = end
    return "".join([*parts, html[at:]])
