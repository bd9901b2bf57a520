"""The YAML block at the start of an entry. Rules and their reasons: `docs/reference/entries.md`.

A block that cannot be decoded is no block: the entry then has no tags and its text is counted whole.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from ..text import normalise_tags

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml: the same rules, slower
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

MAX_BLOCK = 65_536
"""Characters of a block that we read; YAML of strangers can be made to cost much more than its size."""
MAX_DEPTH = 64
"""Nesting that we read, in flow and in block style."""

_TAG = "tag:yaml.org,2002:"
_INTEGER = re.compile(r"[-+]?[0-9][0-9a-fA-FxXoO_:]*")
_FLOAT = re.compile(r"[-+]?(\.?[0-9][0-9_.:eE+-]*|\.(inf|Inf|INF))|\.(nan|NaN|NAN)")


@dataclass(frozen=True, slots=True)
class Key:
    """A top-level key with the 1-based line it stands on in the file, and its value as written."""

    name: str
    line: int
    value: str


@dataclass(frozen=True, slots=True)
class TagItem:
    """A tag as written, with its value and where it stands in the text: `text[start:end]`."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What the block says. `problem` tells why a delimited block was ignored, line and column where."""

    body_start: int
    tags: tuple[str, ...] = ()
    title: str | None = None
    keys: tuple[Key, ...] = ()
    problem: str | None = None
    problem_line: int = 1
    problem_column: int = 1
    items: tuple[TagItem, ...] = ()


class _Malformed(Exception):
    def __init__(self, problem: str, mark: yaml.Mark | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = mark.line if mark else 0
        self.column = mark.column if mark else 0


def split(text: str) -> Frontmatter:
    """Find the block of a text and read it. Never fails."""
    start = 1 if text.startswith("\ufeff") else 0
    opener = _line_end(text, start + 3) if text.startswith("---", start) else None
    if opener is None or opener == start + 3:
        return Frontmatter(start)
    close = text.find("\n---", opener)
    if close < 0:
        return Frontmatter(start)
    end = _line_end(text, close + 4)
    if end is None:
        return Frontmatter(start)
    body_start = _line_end(text, end) or end
    try:
        title, keys, items = _read(text[opener : close + 1], opener)
    except _Malformed as error:
        return Frontmatter(start, problem=error.problem, problem_line=error.line + 2, problem_column=error.column + 1)
    return Frontmatter(body_start, normalise_tags(item.value for item in items), title, keys, items=items)


def _line_end(text: str, at: int) -> int | None:
    """The position after the line end at `at`; `at` itself at the end of the text; None elsewhere."""
    if at >= len(text):
        return at
    if text[at] == "\n":
        return at + 1
    return at + 2 if text.startswith("\r\n", at) else None


def _read(block: str, offset: int) -> tuple[str | None, tuple[Key, ...], tuple[TagItem, ...]]:
    root = _compose(block)
    if root is None or _is_null(root):
        return None, (), ()
    if not isinstance(root, yaml.MappingNode):
        raise _Malformed("the block is no mapping of keys to values", root.start_mark)
    keys = []
    nodes: dict[str, yaml.Node] = {}
    for key, value in root.value:
        if not isinstance(key, yaml.ScalarNode):
            raise _Malformed("a key is no plain word", key.start_mark)
        if key.value in nodes:
            raise _Malformed(f'the key "{key.value}" stands there twice', key.start_mark)
        nodes[key.value] = value
        written = block[value.start_mark.index : value.end_mark.index].strip()
        keys.append(Key(key.value, key.start_mark.line + 2, written))
    tags = nodes.get("tags") or _merged_tags(root)
    title = nodes.get("title")
    has_title = isinstance(title, yaml.ScalarNode) and not _is_null(title)
    return (
        title.value if has_title and title is not None else None,
        tuple(keys),
        tuple(_items(tags, offset)) if tags is not None else (),
    )


def _compose(block: str) -> yaml.Node | None:
    """The first YAML document of the block."""
    if len(block) > MAX_BLOCK:
        raise _Malformed(f"the block is longer than {MAX_BLOCK:,} characters")
    loader = _Loader(block)
    try:
        depth = 0
        for event in yaml.parse(block, Loader=_Loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise _Malformed(f"the block nests deeper than {MAX_DEPTH}")
            if isinstance(event, yaml.DocumentEndEvent):
                break
        return loader.get_node() if loader.check_node() else None
    except yaml.MarkedYAMLError as error:
        raise _Malformed(error.problem or "the YAML cannot be read", error.problem_mark) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _Malformed(f"the YAML cannot be read: {error}".splitlines()[0]) from None
    finally:
        loader.dispose()


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == f"{_TAG}null"


def _merged_tags(root: yaml.MappingNode) -> yaml.Node | None:
    """The `tags` of a mapping merged in by `<<`, one level deep."""
    for key, value in root.value:
        if key.tag == f"{_TAG}merge":
            sources = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for source in sources:
                if isinstance(source, yaml.MappingNode):
                    for name, node in source.value:
                        if name.value == "tags":
                            return node  # type: ignore[no-any-return]
    return None


def _items(tags: yaml.Node, offset: int) -> Iterator[TagItem]:
    if _is_null(tags):
        return
    if not isinstance(tags, yaml.SequenceNode):
        raise _Malformed("tags is no list", tags.start_mark)
    for item in tags.value:
        if not isinstance(item, yaml.ScalarNode):
            raise _Malformed("a tag is no plain text", item.start_mark)
        if not _is_null(item):
            yield TagItem(_source_text(item), offset + item.start_mark.index, offset + item.end_mark.index)


def _source_text(item: yaml.ScalarNode) -> str:
    """A tag is what the author wrote, never the value that YAML makes of it: `007`, `yes`, `1.10`."""
    value: str = item.value
    wrong = (item.tag == f"{_TAG}int" and not _INTEGER.fullmatch(value)) or (
        item.tag == f"{_TAG}float" and not (_FLOAT.fullmatch(value) or _INTEGER.fullmatch(value))
    )
    if item.tag == f"{_TAG}binary":
        try:
            return base64.b64decode(value, validate=True).decode("utf-8")
        except (binascii.Error, ValueError):
            wrong = True
    if wrong:
        raise _Malformed(f'"{value}" is not of the type that its YAML tag says', item.start_mark)
    return value
