"""Text of strangers made safe to print: what could steer a terminal or reorder a line becomes visible."""

from __future__ import annotations

import re

_ANY_LINE = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f"
_STEERING = re.compile(f"[{_ANY_LINE}]")
_STEERING_IN_LINES = re.compile(f"(?![\n\t])[{_ANY_LINE}]")


def visible(text: str, *, lines: bool = False) -> str:
    r"""`text` with control characters, direction marks and tag characters written as `\u{1b}`.

    With `lines`, line ends and tabs stay as they are, and CRLF becomes LF.
    """
    if lines:
        return _STEERING_IN_LINES.sub(_escape, text.replace("\r\n", "\n"))
    return _STEERING.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{{{ord(match[0]):x}}}"
