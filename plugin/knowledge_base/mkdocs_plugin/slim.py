"""Scripts and styles as they are shipped: without comments and idle blanks, else as they were written."""

from __future__ import annotations

import re

# Our own files, which hold no text that looks like a comment or goes over several lines; a test sees to it.
_COMMENTS = re.compile(r"^ *//.*\n|^ */\*(?:[^*]|\*(?!/))*\*/ *\n|/\*\* @(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE)
# A line end after one of these, or before one of those, never ends a statement that goes on.
_BLANKS = re.compile(r"^ +|^\n|(?<=[{(\[,;])\n|\n(?= *[.?:&|})\]])", re.MULTILINE)
# What is kept as it is, then blanks beside a sign. Not beside + and -, which could become ++ and --.
_SCRIPT = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
    r"""|(?:(?<=[(,=:\[!&|?{};])|(?<=[(,=:\[!&|?{};] ))/(?![*/ ])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"""
    r"""| ?([=*<>?:&|,{}()\[\];!]+) ?"""
)
_STYLE = re.compile(r"""("[^"\n]*")|(?<=[:,>]) | (?=[{>])|;\n?(?=})|\n""")


def slim(source: str) -> str:
    """The same script in fewer bytes."""
    return _SCRIPT.sub(lambda found: found[1] or found[2], _BLANKS.sub("", _COMMENTS.sub("", source)))


def slim_style(source: str) -> str:
    """The same style in fewer bytes."""
    return _STYLE.sub(lambda found: found[1] or "", _BLANKS.sub("", _COMMENTS.sub("", source))) + "\n"
