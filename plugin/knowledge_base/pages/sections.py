"""Where the sections of a page begin in its Markdown, so that a hit can lead to the one that holds the words."""

from __future__ import annotations

import re
from html import unescape

from ..text import lower, runs

Sections = list[tuple[int, str]]
"""(number of the heading's line in the body, from 0; anchor on the page), in order."""

_SOURCE = re.compile(r"^[ \t>]*(?:#{1,6}[ \t]*(?P<atx>.+)|(?P<setext>[^\n]+)\n[ \t>]*(?:=+|-+)[ \t]*)$", re.MULTILINE)
_RENDERED = re.compile(r'<h[1-6]\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)</h[1-6]>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def sections(body: str, html: str) -> Sections:
    """The sections of a page made of `body`.

    Renderers do not say which line a heading comes from. But the headings of a page stand in the order of their lines,
    and a line holds the words of its heading. A heading that no line below the last one holds is left out.
    """
    lines = [(match.start(), runs(lower(match["atx"] or match["setext"]))) for match in _SOURCE.finditer(body)]
    found: Sections = []
    after = 0
    line = 0
    counted_to = 0
    for anchor, title in _RENDERED.findall(html):
        words = runs(lower(unescape(_TAG.sub("", title))))
        at = next((i for i in range(after, len(lines)) if words and _holds(lines[i][1], words)), None)
        if at is not None:
            start = lines[at][0]
            line += body.count("\n", counted_to, start)
            counted_to = start
            found.append((line, unescape(anchor)))
            after = at + 1
    return found


def _holds(line: list[str], words: list[str]) -> bool:
    rest = iter(line)
    return all(word in rest for word in words)
