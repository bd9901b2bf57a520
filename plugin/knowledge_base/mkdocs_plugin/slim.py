"""Scripts and styles as they are shipped: without comments and idle blanks, else as they were written."""

from __future__ import annotations

import re

# Our own files, which hold no text that looks like a comment or goes over several lines; a test sees to it.
_COMMENTS = re.compile(r"^ *//.*\n|^ */\*(?:[^*]|\*(?!/))*\*/ *\n|/\*\* @(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE)
# The formatter ends each statement with a sign, so that a line end parts nothing but two words.
_BLANKS = re.compile(r"^ +|\n(?![\w+-])|(?<![\w+-])\n", re.MULTILINE)
LITERAL = (
    r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
    r"""|(?:(?<=[(,=:\[!&|?{};])|(?<=[(,=:\[!&|?{};] ))/(?![*/ ])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*"""
)
# A blank is kept where + or - could become ++ or --.
_SIGNS = re.compile(rf"({LITERAL})| ?([=*<>?:&|,{{}}()\[\];!]+) ?|(?<![+-]) ([-+/%]=?) (?![-+/])|\bconst\b")
_LAST = re.compile(r",(?=[)\]}])|;(?=})")
_STYLE = re.compile(r"""("[^"\n]*")|(?<=[:,>]) | (?=[{>])|;\n?(?=})|\n|\b0(?=\.)""")


def slim(source: str) -> str:
    """The same script in fewer bytes."""
    return _SIGNS.sub(_slimmed, _BLANKS.sub("", _COMMENTS.sub("", source))) + "\n"


def _slimmed(found: re.Match[str]) -> str:
    literal, signs, sign = found.groups()
    return literal or sign or (_LAST.sub("", signs) if signs else "let")


def slim_style(source: str) -> str:
    """The same style in fewer bytes."""
    return _STYLE.sub(lambda found: found[1] or "", _BLANKS.sub("", _COMMENTS.sub("", source))) + "\n"
