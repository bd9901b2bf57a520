"""Scripts and styles as they are shipped: without comments, indentation and empty lines, else as they were written."""

from __future__ import annotations

import re

# Our own files, which hold no text that looks like a comment or goes over several lines; a test sees to it.
_COMMENTS = re.compile(r"^ *//.*\n|^ */\*(?:[^*]|\*(?!/))*\*/ *\n|/\*\* @(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE)
_BLANKS = re.compile(r"^ +|^\n", re.MULTILINE)


def slim(source: str) -> str:
    """The same script or style in fewer bytes."""
    return _BLANKS.sub("", _COMMENTS.sub("", source))
