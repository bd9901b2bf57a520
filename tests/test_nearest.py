"""What is said where nothing was found."""

from __future__ import annotations

import pytest
from tests.test_search import knowledge, tagged

WORDS = {
    "gotchas/a.md": "timeout timeouts router routing routine http h x" + "y" * 24,
    "gotchas/b.md": tagged("proxies", "検索 c++ 2.9.0 Größe"),
    "conventions/a.md": tagged("secrets", "# Rules\nPut  timeouts into settings. Never a convention."),
    "conventions/README.md": "timeouts",
    "glossary/b.md": "# Proxy\nA timeout\nsettings",
}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("timeuot", ("timeout",)),
        ("timeouts", ("timeout",)),
        ("routin", ("routine", "routing", "router")),
        ("htpp", ("http",)),
        ("größ", ("größe",)),
        ("rou", ()),
        ("tttp", ()),  # another first letter
        ("hx", ()),  # of one letter are no words
        ("検", ()),
        ("", ()),
        ("(", ()),
        ("timeout,", ("timeout", "timeouts")),
        ("x" + "y" * 23, ()),  # 24 letters and more are data
        ("t" * 10_000, ()),
    ],
)
def test_nearest_words(word: str, expected: tuple[str, ...]) -> None:
    assert knowledge(project_p=WORDS).nearest_words(word) == expected


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (("timeout", "nowhere", "nowhere"), ("nowhere",)),
        (
            ("meout", "proxies", "prox", "pro"),
            ("pro",),
        ),  # parts of words are known, starts of tags from four letters on
        (("secrets", "convention", "rules"), ("secrets", "convention", "rules")),  # no search reaches them
        (("http router", "http nowhere", "nowhere"), ("http router", "nowhere")),
        (("timeout  x",), ("timeout  x",)),
        ((), ()),
    ],
)
def test_unknown_words(terms: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert knowledge(project_p=WORDS).unknown_words(terms) == expected


def test_always_applied_entries_that_hold_a_term() -> None:
    held = knowledge(project_p=WORDS).held_by_always_applied(("put timeouts", "settings", "secret", "router"))
    assert [(str(entry.address), entry.title, entry.terms) for entry in held] == [
        ("project/p:conventions/a.md", "Rules", ("put timeouts", "settings", "secret")),
        ("project/p:glossary/b.md", "Proxy", ("settings",)),
    ]


def test_only_the_first_always_applied_entries_are_looked_at() -> None:
    files = {f"glossary/{i:03}.md": "x" for i in range(120)} | {"glossary/000.md": " " * 20_000 + "x"}
    held = knowledge(project_p=files).held_by_always_applied(("x",))
    assert [entry.address.path for entry in held] == [f"glossary/{i:03}.md" for i in range(1, 100)]
