"""Markers of generated blocks in a text: `<!-- kb:NAME -->`, the block, `<!-- /kb:NAME -->`, each on its own line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .prose import comments

_MARKER = re.compile(r"<!-- (?P<end>/?)kb:(?P<name>[\w-]+) -->")


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker at `text[start:end]`."""

    name: str
    is_end: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A pair of markers; what lies between them is `text[opener.end:closer.start]`."""

    opener: Marker
    closer: Marker

    @property
    def name(self) -> str:
        return self.opener.name


def markers(text: str) -> Iterator[Marker]:
    """The markers that stand alone on their line, code left out."""
    if "kb:" not in text:
        return
    for start, end in comments(text):
        match = _MARKER.fullmatch(text, start, end)
        if match and text[text.rfind("\n", 0, start) + 1 : start].strip("\ufeff") == "":
            yield Marker(match["name"], bool(match["end"]), start, end)


def pair(found: list[Marker]) -> tuple[list[Block], list[Marker]]:
    """Blocks, and the markers that belong to none."""
    blocks: list[Block] = []
    single: list[Marker] = []
    opener: Marker | None = None
    for marker in found:
        if not marker.is_end:
            if opener is not None:
                single.append(opener)
            opener = marker
        elif opener is not None and opener.name == marker.name:
            blocks.append(Block(opener, marker))
            opener = None
        else:
            single.append(marker)
    if opener is not None:
        single.append(opener)
    return blocks, single


def between(block: str) -> str:
    """What stands between the markers of a block: it, with an empty line before and after."""
    return f"\n\n{block.strip()}\n\n"
