"""`describe` of the store contract."""

from __future__ import annotations

import hashlib

from ..model import EntryInfo
from .base import ContractTests, text_files


class DescribeContract(ContractTests):
    """One entry for people: title, tags and the lines that show why it matched."""

    def test_it_says_what_the_listing_says_and_adds_excerpts(self) -> None:
        raw = b"---\ntags: [http]\n---\n# Title\n\nA line about HTTP.\n"
        store = self.make_store({"a.md": raw})
        expected = EntryInfo("a.md", "Title", ("http",), hashlib.sha256(raw).hexdigest(), ("A line about HTTP.",))
        assert store.describe("a.md", ("http",)) == expected
        assert store.describe("a.md", ()) == store.entries()[0]

    def test_a_title_is_the_frontmatter_then_the_first_heading_then_the_path(self) -> None:
        store = self.make_store(
            text_files(
                a="---\ntitle:  From  the block\n---\n# Heading\n",
                b="```sh\n# comment\n```\n\n> # quoted\n\nReal *heading*\n---\n",
                c="no heading\n",
                d="<b># x</b>\n\n# <i>in</i> `html` ![picture](p.png) &amp;\n",
            )
        )
        titles = [info.title for info in store.entries()]
        assert titles == ["From the block", "Real heading", "c.md", "in html picture &"]

    def test_the_strongest_lines_come_first_and_three_at_most(self) -> None:
        body = "x\nx x x\nx y\nx x\nnothing\ny x x\nx x x\n"
        store = self.make_store(text_files(a=body))
        # two of the terms beat one; then more occurrences; then the earlier line
        assert store.describe("a.md", ("x", "y")).excerpts == ("y x x", "x y", "x x x")

    def test_a_term_asked_twice_counts_twice(self) -> None:
        store = self.make_store(text_files(a="x y\nz z z\n"))
        assert store.describe("a.md", ("z", "z", "x", "y")).excerpts == ("z z z", "x y")
        assert store.describe("a.md", ("z", "x", "y")).excerpts == ("x y", "z z z")

    def test_blanks_are_folded_and_lines_end_at_lf_only(self) -> None:
        store = self.make_store(text_files(a="  a \t\u3000 term\u2028next\rlast \r\nother\n"))
        assert store.describe("a.md", ("term",)).excerpts == ("a term next last",)

    def test_headings_code_and_markup_are_lines_like_others(self) -> None:
        store = self.make_store(text_files(a="## The term\n\n    term = 1\n<b>term</b>\n"))
        assert store.describe("a.md", ("term",)).excerpts == ("## The term", "term = 1", "<b>term</b>")

    def test_frontmatter_gives_no_excerpt(self) -> None:
        store = self.make_store(text_files(a="---\ntags: [http]\nowner: http\n---\nbody\n"))
        assert store.describe("a.md", ("http",)).excerpts == ()

    def test_a_long_line_is_cut_around_its_first_match(self) -> None:
        line = "a" * 300 + " term " + "z" * 300
        store = self.make_store(text_files(early="term " + "z" * 400, middle=line, late="a" * 400 + " term"))
        (early,) = store.describe("early.md", ("term",)).excerpts
        (middle,) = store.describe("middle.md", ("term",)).excerpts
        (late,) = store.describe("late.md", ("term",)).excerpts
        assert early == "term " + "z" * 251
        assert middle == "a" * 63 + " term " + "z" * 187
        assert late == "a" * 251 + " term"

    def test_a_cut_never_splits_a_character(self) -> None:
        for lead in range(90, 94):
            line = "é" * lead + "日" * 80 + " term " + "🙂" * 100 + "x" * lead
            (shown,) = self.make_store(text_files(a=line)).describe("a.md", ("term",)).excerpts
            assert "term" in shown
            assert shown in line
            assert 250 < len(shown.encode()) <= 256

    def test_matches_are_found_whatever_their_case(self) -> None:
        store = self.make_store(text_files(a="İSTANBUL\nΟΔΟΣ\n"))
        assert store.describe("a.md", ("istanbul",)).excerpts == ("İSTANBUL",)
        assert store.describe("a.md", ("οδοσ",)).excerpts == ("ΟΔΟΣ",)
