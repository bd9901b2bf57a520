"""Where a page first uses a term of the glossary."""

from __future__ import annotations

import re
import time

import pytest

from knowledge_base.model import EntryInfo, StoreId
from knowledge_base.pages.definitions import Definitions
from knowledge_base.pages.glossary import Term, terms
from knowledge_base.pages.site import EntryRef

STORE = StoreId("project", "handbook")


def term(name: str, body: str = "What it means.") -> tuple[EntryRef, str]:
    return EntryRef(STORE, EntryInfo(f"glossary/{name}.md", name, (), "")), body


def of(*names: str) -> tuple[Term, ...]:
    return terms(term(name) for name in names)


def marked(html: str, *names: str) -> str:
    """`html` with brackets where the buttons are."""
    found, _ = Definitions(of(*names)).mark(html)
    return re.sub(
        r'<button type="button" class="kb-term" popovertarget="kb-term-\d+">(.*?)</button>',
        r"[\1]",
        found,
        flags=re.DOTALL,
    )


@pytest.mark.parametrize(
    ("html", "names", "expected"),
    [
        ("<p>A tier, a Tier.</p>", ["Tier"], "<p>A [tier], a Tier.</p>"),
        ("<p>tiers, frontier, tier-x</p>", ["tier"], "<p>tiers, frontier, [tier]-x</p>"),
        ("<p>an index file</p>", ["index", "index file"], "<p>an [index file]</p>"),
        ("<p>an index\nfile</p>", ["index file"], "<p>an [index\nfile]</p>"),
        ("<p>an index is a file</p>", ["index", "index file"], "<p>an [index] is a file</p>"),
        ("<p>c, c++ and .env</p>", ["C++", ".env"], "<p>c, [c++] and [.env]</p>"),
        ("<p>R&amp;D, amp</p>", ["R&D", "amp"], "<p>[R&amp;D], [amp]</p>"),
        ("<p>a &lt;b&gt; gt</p>", ["gt", "lt"], "<p>a &lt;b&gt; [gt]</p>"),
        ("<p>İstanbul ΟΔΟΣ</p>", ["istanbul", "οδοσ"], "<p>[İstanbul] [ΟΔΟΣ]</p>"),
        ("<h2>tier</h2><p>tier</p>", ["tier"], "<h2>tier</h2><p>[tier]</p>"),
        ("<code>tier</code><pre><code>tier</code></pre>", ["tier"], "<code>tier</code><pre><code>tier</code></pre>"),
        ('<a href="tier">tier <b>tier</b></a> tier', ["tier"], '<a href="tier">tier <b>tier</b></a> [tier]'),
        ('<p title="tier > tier">x</p><!-- tier -->', ["tier"], '<p title="tier > tier">x</p><!-- tier -->'),
        (
            '<div class="highlight"><div>tier</div>tier</div>tier',
            ["tier"],
            '<div class="highlight"><div>tier</div>tier</div>[tier]',
        ),
        ('<span class="arithmatex">tier</span>', ["tier"], '<span class="arithmatex">tier</span>'),
        ("<p>a < b tier", ["tier"], "<p>a < b [tier]"),
    ],
)
def test_the_first_use_in_prose_is_marked(html: str, names: list[str], expected: str) -> None:
    assert marked(html, *names) == expected


def test_an_entry_does_not_define_itself() -> None:
    glossary = of("tier", "store")
    html, found = Definitions(glossary).mark("<p>tier of a store</p>", glossary[1].entry)
    assert [one.name for one in found] == ["store"]
    assert ">store</button>" in html


def test_what_has_no_definition_or_too_many_words_is_no_term() -> None:
    entries = [term("empty", "# empty\n"), term("one two three four five six seven")]
    assert Definitions(terms(entries)).mark("<p>empty one two three four five six seven</p>")[1] == []


def test_terms_are_in_order_and_each_has_an_anchor_of_its_own() -> None:
    found = of("b", "A", "a", "ä")
    assert [(one.name, one.anchor) for one in found] == [
        ("A", "term-a"),
        ("a", "term-a-2"),
        ("b", "term-b"),
        ("ä", "term-ä"),
    ]


def test_thousands_of_terms_cost_no_more_than_a_few() -> None:
    page = "<p>" + " ".join(f"the word{number % 997} stands here" for number in range(20_000)) + "</p>"

    def seconds(count: int) -> float:
        definitions = Definitions(of(*(f"the term{number} of it" for number in range(count))))
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            definitions.mark(page)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(5000) < 3 * seconds(5) + 0.05
