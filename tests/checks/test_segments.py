"""A text that is parsed in parts reads as it does whole: on texts made of all that opens and closes blocks."""

from __future__ import annotations

import random
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from knowledge_base.checks.segments import segments

LINES = (
    *("", "", "", "", "  ", "  text", "text [a](b.md)", "- item", "-", "1. item", "2. ```", "10) x", "  - nested"),
    *("```", "```", "``````", "```py", "```a`b", "~~~", "~~~ x", "  ```", "   ```", "    ```", "    ```x", "- ```"),
    *("> quote", "> ```", ">", "- > ~~~", "    code", "\tcode", "   more", "# head", "---", "===", "* * *"),
    *("<div>", "</div>", "<b>", "<a href='x'>", "<!-- a", "-->", "<!-- a -->", "  <!-- b", "<pre>", "x</pre>"),
    *("<?php", "?>", "<![CDATA[", "]]>", "<!DOCTYPE", "<!", "<!X> y", "<script>a</script>", "\u00a0x"),
    *("[r]: u.md", "  [s]: v.md", "[q]:", "  /url", "'title", "'title'", "| a | b |", "| --- | --- |"),
)
PARSER = MarkdownIt("commonmark").enable("table")


def blocks(text: str) -> tuple[list[tuple[str, str, int]], dict[str, str]]:
    """What links are looked for in: its kind, its text and its first line; and the definitions."""
    tokens: list[Token] = []
    environment: dict[str, Any] = {}
    PARSER.block.parse(text, PARSER, environment, tokens)
    found = [(token.type, token.content, token.map[0]) for token in tokens if token.map and token.content]
    references = environment.get("references", {})
    return found, {name: reference["href"] for name, reference in references.items()}


def in_parts(text: str) -> tuple[list[tuple[str, str, int]], dict[str, str]]:
    found: list[tuple[str, str, int]] = []
    references: dict[str, str] = {}
    for start, end in segments(text):
        part, defined = blocks(text[start:end])
        before = text.count("\n", 0, start)
        found += [(kind, content, before + line) for kind, content, line in part]
        references = {**defined, **references}
    return found, references


@pytest.mark.parametrize("seed", range(4))
def test_parts_read_as_the_whole(seed: int) -> None:
    random_of = random.Random(seed)
    cut = 0
    for _ in range(2_500):
        text = "\n".join(random_of.choices(LINES, k=random_of.randint(2, 14))) + random_of.choice(("", "\n"))
        cut += len(segments(text)) > 1

        assert in_parts(text) == blocks(text), text

    assert cut > 200, "too few of them were cut"


@pytest.mark.parametrize(
    "text",
    [
        "1. a\n\n   ```\n   x\n  ```\n\n2. b\n",
        "- a\n\n  ```\n\nx\n\n  ```\n\ny\n",
        "<div>\n```\n\nx\n\n```\n",
        "- <!-- a\n\nb -->\n",
        "a\r\n\r\nb",
    ],
)
def test_what_only_a_parser_can_tell_stays_whole(text: str) -> None:
    assert segments(text) == [(0, len(text))]


def test_a_fence_and_a_comment_are_not_cut() -> None:
    text = "a\n\n```\nb\n\nc\n```\n\n<!-- d\n\ne -->\n\nf\n"

    assert [text[start:end] for start, end in segments(text)] == [
        "a\n\n",
        "```\nb\n\nc\n```\n\n",
        "<!-- d\n\ne -->\n\n",
        "f\n",
    ]
