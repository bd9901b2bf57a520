"""A generated block that departs from its source."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ..blocks import between, markers, pair
from ..managed import as_written
from ..project import Project
from ..rule import CheckedRule, Edit, Spot


def check(project: Project) -> Iterator[Spot]:
    for document in project.documents:
        blocks, _ = pair(list(markers(document.text)))
        for block in blocks:
            make = project.blocks.get(block.name)
            if make is None:
                continue
            start, end = block.opener.end, block.closer.start
            wanted = between(make())
            if document.text[start:end].replace("\r\n", "\n") != wanted:
                edit = Edit(document.file, as_written(wanted, document.text), start, end)
                yield Spot(document.place(block.opener.start, block.opener.end), {"block": block.name}, edit)


RULE = CheckedRule(
    Rule.BLOCK_STALE,
    "block-stale",
    Severity.ERROR,
    ('the block "{block}" departs from its source', "a generated block departs from its source"),
    ("run `kb docs --write`",),
    check,
)
