"""What an entry is about, in one or two sentences: the start of its first paragraph, as plain words."""

from __future__ import annotations

import re

from ..text import fold_blanks

MOST = 220
"""Characters that a summary may have."""

_BLOCK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
# Headings, fences, tables, HTML, rules, images alone, admonitions and definitions of links say nothing in one line.
_NO_PROSE = re.compile(r"#|```|~~~|\||<|!|\?\?\?|-{3}|\*{3}|={3}|\[[^\]]*\]:|:::|\{|    |\t")
_SETEXT = re.compile(r"\A[^\n]+\n(?:=+|-+)[ \t]*(?:\n|\Z)")
_CODE = re.compile(r"(`{1,3})(?!`)((?:[^`]|(?<!`)`(?!`))+?)\1(?!`)")
_MARKS = (
    (re.compile(r"!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)|<[^>\n]{0,500}>|\{[^}\n]{0,200}\}"), ""),
    (re.compile(r"\[([^\]\n]{0,300})\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,200}\])"), r"\1"),
    (re.compile(r"(?m)^[ \t]*(?:>|[-*+]|\d{1,3}[.)])[ \t]+"), ""),
    (re.compile(r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)"), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)
_WINDOW = 6000


def summary(body: str, most: int = MOST) -> str:
    """The first prose of a Markdown text without its marks, `most` characters at most; empty where there is none."""
    for block in _BLOCK.split(body[:_WINDOW].replace("\r\n", "\n").strip("\ufeff\n")):
        text = _SETEXT.sub("", block)
        if text.lstrip(" ").startswith("#"):
            text = text.partition("\n")[2]
        if not text.strip() or _NO_PROSE.match(text):
            continue
        if text := fold_blanks(_plain(text)):
            return text if len(text) <= most else _cut(text, most)
    return ""


def _plain(text: str) -> str:
    """Prose without its marks; what is code stays as it is."""
    pieces = _CODE.split(text)
    for at in range(0, len(pieces), 3):
        for pattern, replacement in _MARKS:
            pieces[at] = pattern.sub(replacement, pieces[at])
    del pieces[1::3]
    return "".join(pieces)


def _cut(text: str, most: int) -> str:
    """The words that fit, and a sign that there are more."""
    head = text[: most - 1]
    blank = head.rfind(" ")
    return head[: blank if blank > most // 2 else len(head)].rstrip(" ,;:.") + "…"
