"""The registry and all that is derived from it."""

from __future__ import annotations

import hashlib
import re

import pytest

from knowledge_base import Category, Retrieval
from knowledge_base.categories import CATEGORIES, Registry, is_generated, render_readme

REGISTRY = Registry()


def test_six_categories_in_their_order_and_two_of_them_always_applied() -> None:
    assert REGISTRY.names == ("conventions", "glossary", "architecture", "gotchas", "learnings", "decisions")
    assert REGISTRY.always_applied == ("conventions", "glossary")


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: category.name)
def test_every_field_says_something(category: Category) -> None:
    for text in (category.purpose, category.boundary, category.entry_shape):
        assert len(text) > 20
        assert text.endswith(".")
        assert text == " ".join(text.split())


@pytest.mark.parametrize("path", ["conventions/README.md", "./conventions/README.md", "decisions/README.md"])
def test_the_readme_of_a_category_describes_it(path: str) -> None:
    assert REGISTRY.is_description(path)
    assert not REGISTRY.is_searched(path)


@pytest.mark.parametrize(
    "path",
    [
        "README.md", "readme.md", "Conventions/README.md", "/conventions/README.md", "conventions//README.md",
        "././conventions/README.md", "conventions/sub/README.md", "conventions/readme.md", "notes/README.md",
        "conventions/README.md/x.md", "conventions\\README.md", "", "conventions", "conventions/",
    ],
)  # fmt: skip
def test_no_other_path_is_a_description(path: str) -> None:
    assert not REGISTRY.is_description(path)


@pytest.mark.parametrize(
    ("path", "searched"),
    [
        ("gotchas/a.md", True),
        ("gotchas/sub/README.md", True),
        ("notes/a.md", True),
        ("conventions.md", True),
        ("Conventions/a.md", True),
        ("conventions/a.md", False),
        ("conventions/sub/a.md", False),
        ("glossary/a.md", False),
        ("gotchas/README.md", False),
    ],
)
def test_what_a_search_can_reach(path: str, searched: bool) -> None:
    assert REGISTRY.is_searched(path) is searched


def test_moving_a_category_to_the_other_retrieval_is_one_change() -> None:
    moved = Registry(
        tuple(
            Category(c.name, c.purpose, c.boundary, Retrieval.LOOKED_UP, c.entry_shape) if c.name == "glossary" else c
            for c in CATEGORIES
        )
    )
    assert moved.always_applied == ("conventions",)
    assert moved.is_searched("glossary/a.md")


def test_folders_that_are_no_category_are_named_once_and_sorted() -> None:
    assert REGISTRY.unknown(["notes/b.md", "a.md", "gotchas/x.md", "drafts/a.md", "notes/a.md"]) == ("drafts", "notes")


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: category.name)
def test_a_readme_says_what_the_registry_says(category: Category) -> None:
    readme = render_readme(category)
    assert readme.startswith(f"# {category.name.capitalize()}\n\n")
    for text in (category.purpose, category.boundary, category.retrieval.value):
        assert f" {text}\n" in readme
    limit = f" At most {category.max_characters} characters." if category.max_characters else ""
    assert f" {category.entry_shape}{limit}\n" in readme
    assert readme.endswith(" -->\n")
    assert not readme.endswith("\n\n")
    assert "\r" not in readme


def test_the_comment_holds_the_digest_of_the_text_above_it() -> None:
    text, _, comment = render_readme(CATEGORIES[0]).rpartition("\n<!--")
    digest = re.search(r"sha256 ([0-9a-f]{64}) -->\n\Z", comment)
    assert digest is not None
    assert digest[1] == hashlib.sha256(text.encode()).hexdigest()


README = render_readme(CATEGORIES[2])


@pytest.mark.parametrize(
    "text",
    [README, README.replace("\n", "\r\n"), "\ufeff" + README, "\ufeff" + README.replace("\n", "\r\n"), README[:-1]],
    ids=["as rendered", "CRLF", "BOM", "BOM and CRLF", "no final newline"],
)
def test_what_an_editor_does_unasked_leaves_a_readme_generated(text: str) -> None:
    assert is_generated(text)


def test_a_rendering_of_an_older_registry_is_generated_too() -> None:
    old = Category("old", "It was for this.", "", Retrieval.LOOKED_UP, "A line.")
    assert is_generated(render_readme(old))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Architecture\n\nOur own words.\n",
        README.replace("system", "System", 1),
        README + "\nOur own words.\n",
        "Our own words.\n" + README,
        README.replace("sha256 ", "sha256 0"),
        README.replace("<!-- kb: ", "<!-- "),
        README[: README.rindex("<!--")],
        README.replace("**Purpose:**", "**Purpose: **"),
    ],
)
def test_a_readme_that_a_person_wrote_or_touched_is_not(text: str) -> None:
    assert not is_generated(text)
