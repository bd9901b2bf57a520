"""Sections of pages: the lines where they begin, and what the published index says of them."""

from __future__ import annotations

import json

from markdown import Markdown

from knowledge_base.index import with_sections
from knowledge_base.pages import sections

BODY = """\
# Title of *it*

Before.

```sh
# build it
```

## The `build` of [it](x.md) & more

Setext
------

> ### Quoted

## ¿?

## The same

### The same

    ## indented code is not rendered as one

## Last {#own-id}
"""


def rendered(body: str) -> str:
    return Markdown(extensions=["toc", "fenced_code", "attr_list"]).convert(body)


def test_each_heading_of_the_page_is_found_in_its_line() -> None:
    found = sections(BODY, rendered(BODY))
    lines = BODY.split("\n")
    assert [(lines[line], anchor) for line, anchor in found] == [
        ("# Title of *it*", "title-of-it"),
        ("## The `build` of [it](x.md) & more", "the-build-of-it-more"),
        ("Setext", "setext"),
        ("> ### Quoted", "quoted"),
        ("## The same", "the-same"),
        ("### The same", "the-same_1"),
        ("## Last {#own-id}", "own-id"),
    ]


def test_headings_that_the_page_adds_are_no_sections() -> None:
    html = '<h1 id="a">A</h1><h2 id="linked-from">Linked from</h2><h2 id="b&amp;c">B &amp; c</h2><h2>None</h2>'
    assert sections("# A\n\n## B & c\n\n## None\n", html) == [(0, "a"), (2, "b&c")]


def test_the_index_names_them_by_entry_and_is_else_the_same() -> None:
    manifest = {"entriesPerShard": 2, "format": 1}
    files = {"manifest.json": json.dumps(manifest).encode(), "other.json": b"1"}
    added = with_sections(files, [[(0, "a"), (4, "b")], [], [(1, "c")]])
    read = {name: json.loads(content) for name, content in added.items()}
    names = read[read["manifest.json"].pop("sections")]
    assert [read[name] for name in names] == [[[0, "a", 4, "b"], []], [[1, "c"]]]
    assert read["manifest.json"] == manifest
    assert read["other.json"] == 1
