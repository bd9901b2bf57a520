"""The first heading: as a full parse has it, at the price of a short one."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from knowledge_base.entries import title
from knowledge_base.entries.title import first_heading, first_heading_of


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# One\n# Two", "One"),
        ("text\n\n## Two ##\n", "Two"),
        ("###### six", "six"),
        ("####### seven", ""),
        ("#no blank", ""),
        ("#\ttab", "tab"),
        ("   # three blanks", "three blanks"),
        ("    # four are code", ""),
        ("\t# a tab too", ""),
        ("#\n# Two", "Two"),
        ("# # #\n", "#"),
        ("# a \\#\n", "a #"),
        ("# a#\n", "a#"),
        ("One\n===", "One"),
        ("One\nmore\n---\n", "One more"),
        ("\n---\n# Two", "Two"),
        ("```sh\n# comment\n```\n# Two", "Two"),
        ("~~~\n# comment\n```\n# still\n~~~\n# Two", "Two"),
        ("```\n# never closed\n", ""),
        ("> # quoted\n\n# Two", "Two"),
        ("- # in a list\n\n# Two", "Two"),
        ("1. # in a list\n\n   # too\n\n# Two", "Two"),
        ("<!--\n# comment\n-->\n# Two", "Two"),
        ("<div>\n# inside\n</div>\n\n# Two", "Two"),
        ("<pre>\n\n# inside\n\n</pre>\n# Two", "Two"),
        ("text\n# after a paragraph", "after a paragraph"),
        ("[a]: /x\n# [a] b\n", "a b"),
        ("# [a] b\n\n[a]: /x\n", "a b"),
        ("# ![a picture][p]\n\n[p]: /x\n", "a picture"),
        ("[a] b\n---\n\n[a]: /x\n", "a b"),
        ("# ![](x.png)\n# Two", "Two"),
        ("# <br>\n# Two", "Two"),
        ("# *a* `b` <i>c</i> <https://d.org> &lt; \\* ~e~", "a b c https://d.org < * ~e~"),
        ("# \u3000a\u00a0 b\u3000", "a b"),
        ("# a\u2028b", "a b"),
        ("# a\0b", "a\ufffdb"),
        ("one\r# Two\rthree", "Two"),
        ("one\r\n\r\nTwo\r\n===\r\n", "Two"),
        ("# </title><script>alert(1)</script>", "alert(1)"),
        ("# \u202eabc", "\u202eabc"),
        ("", ""),
    ],
)
def test_first_heading(body: str, expected: str) -> None:
    assert first_heading(body) == expected
    assert first_heading_of(body) == expected


_TEXTS = st.sampled_from(
    [
        "one", "*two*", "`three`", "[a]", "[a](b)", "![c]", "![](d)", "<b>", "<!-- x", "-->", "&amp;", "\\", "\\#",
        "\\[",
        "#", "##", " #", "é", "\u3000", "\0", "***", "_", "<https://e.f>", "", "  ", "]", "`", "``",
    ]
)  # fmt: skip
_STARTS = st.sampled_from(
    [
        "", "# ", "## ", "#", "#\t", "####### ", "- ", "* ", "+ ", "1. ", "10) ", "> ", ">", "    ", "\t", "   ", "  ",
        " ",
        "```", "~~~", "```` x", "===", "---", "- - -", "=", "-", "<div>", "</div>", "<pre>", "</pre>", "<!--", "-->",
        "<script>", "<?x", "?>", "<!X", "<![CDATA[", "]]>", "[a]: ", "[a]:", "[c]: /x '", "'", "| a |", "\\# ", "",
    ]
)  # fmt: skip
_LINES = st.builds(
    lambda starts, texts: "".join(starts + texts), st.lists(_STARTS, max_size=3), st.lists(_TEXTS, max_size=3)
)
_ENDS = st.sampled_from(["\n", "\n", "\n", "\n\n", "\r\n", "\r"])
MARKDOWN = st.lists(st.tuples(_LINES, _ENDS).map("".join), max_size=12).map("".join)


@settings(max_examples=2000)
@given(MARKDOWN)
@example("[a]:\n# x\n")
@example("# [a]\n\n[a]: b\n")
@example("a\n=\n[a]: b")
def test_it_equals_a_full_parse(body: str) -> None:
    assert first_heading(body) == first_heading_of(body)


LINES = 100_000


@pytest.mark.parametrize(
    "body",
    [
        "```\n" + "# x\n" * LINES + "```\n# T\n",
        "```\n" + "# x\n" * LINES,
        "<div>\n" + "# x\n" * LINES + "\n# T\n",
        "> # x\n" * 50_000 + "\n# T\n",
        "- x\n" + "---\n" * 30_000,
        "<b></b>\n---\n\n" * 10_000 + "# T\n",
        "# [](x)\n" * 20_000 + "# T\n",
        "#\n" * LINES,
        "---\n" * LINES + "# T\n",
    ],
    ids=["fence", "open fence", "html", "quotes", "rules", "empty setext", "empty links", "empty", "only rules"],
)  # fmt: skip
def test_lines_that_only_look_like_headings_cost_a_few_parses(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    parse = first_heading_of

    def counting(text: str) -> str:
        parsed.append(len(text))
        return parse(text)

    monkeypatch.setattr(title, "first_heading_of", counting)
    assert first_heading(body) == parse(body)
    assert sum(parsed) <= 3 * len(body)


def test_a_document_that_starts_with_its_title_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str) -> str:
        raise AssertionError("parsed")

    monkeypatch.setattr(title, "first_heading_of", refuse)
    assert first_heading("\nSome text.\n\n# The *title*\n\n[a]\n") == "The title"
