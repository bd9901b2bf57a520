"""What an entry is about, in a line of a list."""

from __future__ import annotations

import time

import pytest

from knowledge_base.pages.summary import MOST, summary


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "# T\n\n**What**. A `<title>` of *x*, snake_case, [l](u) ![i](p) <b>q</b>.",
            "What. A <title> of x, snake_case, l q.",
        ),
        ("Title\n=====\nText here.\n", "Text here."),
        ("# T\n## U\n", ""),
        ("# T\nfollows\n\nnext", "follows"),
        ("| a |\n|---|\n\n- one\n- two", "one two"),
        ("> quoted\n> twice", "quoted twice"),
        ("```\ncode\n```\n\nafter ``a`b`` end", "after a`b end"),
        ("\ufeff# x\r\n\r\ny\r\nz", "y z"),
        ("![only an image](x.png)\n\n!!! note\n    x\n\ntext \\* here", "text * here"),
        ("", ""),
    ],
)
def test_the_first_prose_without_its_marks(body: str, expected: str) -> None:
    assert summary(body) == expected


def test_a_long_text_is_cut_between_words() -> None:
    found = summary("word " * 200)
    assert len(found) <= MOST
    assert found.endswith("word…")


@pytest.mark.parametrize("piece", ["`", "[", "<", "{", "![", "*a", "](", "``a`"])
def test_no_text_takes_long(piece: str) -> None:
    start = time.process_time()
    summary(piece * 100_000)
    assert time.process_time() - start < 1
