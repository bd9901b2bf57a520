"""A tag that says no more than another one."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Rule, Severity
from ...text import lower, strip
from ..project import Project
from ..rule import CheckedRule, Spot

_NOT_A_PLURAL = frozenset({"https"})  # another protocol, not several of http
_SHORTEST = 4


def check(project: Project) -> Iterator[Spot]:
    for document in project.entries:
        tags = set(document.entry.tags)
        for item in document.entry.frontmatter.items:
            tag = lower(strip(item.value))
            singular = next((one for one in (tag[:-1], tag[:-2]) if one in tags and _is_plural(tag, one)), None)
            if singular:
                yield Spot(document.place(item.start, item.end), {"tag": tag, "other": singular})


def _is_plural(tag: str, one: str) -> bool:
    return len(one) >= _SHORTEST and tag in (f"{one}s", f"{one}es") and tag not in _NOT_A_PLURAL


RULE = CheckedRule(
    Rule.TAG_REDUNDANT,
    "tag-redundant",
    Severity.INFO,
    ('the tag "{tag}" adds little to "{other}": a search for one finds the other', "a tag adds little to another one"),
    ("keep one of the two",),
    check,
)
