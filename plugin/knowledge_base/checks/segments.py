"""Cuts a Markdown text where CommonMark starts afresh, so that a part can be parsed without the rest.

That is so before a line that starts in the first column after an empty line, unless a code fence or a block of HTML is
open there. Where that cannot be told without a parser, the text stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_MARK = re.compile(
    r"""^[ \t]*\n(?=[^ \t\n])"""
    r"""|^(?P<before>[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*)*)"""
    r"""(?:(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})(?P<info>.*)|(?P<html><)(?P<kind>!--|\?|![a-z\[]|pre\b|script\b|style\b|textarea\b)?.*)""",
    re.MULTILINE | re.IGNORECASE,
)
_LESS_THAN = [re.compile(rf"^ {{0,{width - 1}}}[^ \t\n]", re.MULTILINE) for width in range(1, 4)]
"""Lines that start with fewer than 1, 2, 3 blanks."""
_EMPTY_LINE = re.compile(r"^[ \t]*\n", re.MULTILINE)
_ENDS = {"!--": re.compile("-->"), "?": re.compile(r"\?>"), "![": re.compile(r"\]\]>")}
_END_OF_DECLARATION = re.compile(">")
_END_OF_ELEMENT = re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
_MARGIN = 3
"""Blanks before a fence that is no code: more make it code, or part of a list."""


def segments(text: str) -> Sequence[tuple[int, int]]:
    """Start and end of each part, in order, nothing left out. Lines of `text` end with LF."""
    cuts = _cuts(text)
    if cuts is None:
        return [(0, len(text))]
    return list(zip([0, *cuts], [*cuts, len(text)], strict=True))


def _cuts(text: str) -> list[int] | None:
    """Where the text can be cut; None where that takes a parser."""
    if "\r" in text:
        return None
    cuts: list[int] = []
    fence: re.Match[str] | None = None
    """The line that opened what is open."""
    unsure: re.Match[str] | None = None
    """A line that opens or closes a fence in a list, if it is in one."""
    html = -1
    """The end of the last line that may have started HTML, which goes on to the next empty line."""
    resume = 0
    for mark in _MARK.finditer(text):
        before = mark["before"]
        if mark.start() < resume:
            continue
        if before is None:
            if fence is None:
                cuts.append(mark.end())
                unsure = None
            elif fence["before"]:
                return None
        elif fence is not None:
            if mark["fence"] and _closes(mark, fence):
                if fence["before"] and _LESS_THAN[len(fence["before"]) - 1].search(text, fence.end(), mark.end()):
                    return None
                fence = None
            elif mark["fence"] and fence["before"]:
                return None
        elif ">" in before:
            continue  # a quotation ends with the next empty line, and what is open in it too
        elif mark["html"]:
            if mark["kind"]:
                end = _end(mark["kind"]).search(text, mark.start())
                if end is None or end.start() >= mark.end():
                    if before or end is None or _runs_on(text, html, mark.start()):
                        return None
                    resume = end.end()
            html = mark.end()
        elif _runs_on(text, html, mark.start()):
            return None
        elif before and (before.strip() or "\t" in before or len(before) > _MARGIN):
            unsure = mark
        elif before and unsure:
            return None
        else:
            fence = mark
    return None if fence is not None and fence["before"] else cuts


def _closes(mark: re.Match[str], fence: re.Match[str]) -> bool:
    before, run = mark["before"], mark["fence"]
    is_margin = not before.strip() and "\t" not in before and len(before) <= _MARGIN
    return is_margin and run.startswith(fence["fence"]) and not mark["info"].strip(" \t")


def _end(kind: str) -> re.Pattern[str]:
    """What ends HTML that does not end with an empty line."""
    return _ENDS.get(kind) or (_END_OF_DECLARATION if kind.startswith("!") else _END_OF_ELEMENT)


def _runs_on(text: str, html: int, to: int) -> bool:
    """Whether HTML that may have started before `html` may not have ended at `to`."""
    return html >= 0 and not _EMPTY_LINE.search(text, html + 1, to)
