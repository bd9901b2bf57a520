"""Scripts and styles as they are shipped: without comments and idle blanks, else as they were written."""

from __future__ import annotations

import re

# Our own files, which hold no text that looks like a comment or goes over several lines; a test sees to it.
_COMMENTS = re.compile(r"^ *//.*\n|^ */\*(?:[^*]|\*(?!/))*\*/ *\n|/\*\* @(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE)
# A line end after one of these never ends a statement.
_BLANKS = re.compile(r"^ +|^\n|(?<=[{(\[,;])\n", re.MULTILINE)


def slim(source: str) -> str:
    """The same script or style in fewer bytes."""
    return _BLANKS.sub("", _COMMENTS.sub("", source))
