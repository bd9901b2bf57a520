"""A feed of new and changed entries (Atom, RFC 4287). Days come from git, so that two builds give the same bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup

from .addresses import HOME

FEED = f"{HOME}/feed.xml"
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One entry of the feed; `address` is that of its page."""

    address: str
    title: str
    day: str
    summary: str
    category: str


def xml_text(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    cleaned = _NOT_XML.sub("\ufffd", text)
    return Markup(cleaned) if isinstance(text, Markup) else cleaned  # noqa: S704 - as it came
