"""Which pages a site has, and what stands beside what."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from knowledge_base.categories import Registry
from knowledge_base.model import StoreId
from knowledge_base.pages import Site
from knowledge_base.pages.feed import xml_text
from knowledge_base.pages.listing import PART, lettered
from knowledge_base.search import NamedStore
from knowledge_base.stores import MemoryStore

HANDBOOK = StoreId("project", "handbook")
API = StoreId("repo", "api")


def site(stores: Mapping[StoreId, Mapping[str, str]], *, collapse: bool = False) -> Site:
    named = [
        NamedStore(id_, MemoryStore({path: text.encode() for path, text in files.items()}))
        for id_, files in stores.items()
    ]
    return Site(named, Registry(), collapse_copies=collapse)


def entry(title: str, *tags: str, body: str = "") -> str:
    return f"---\ntags: [{', '.join(tags)}]\n---\n\n# {title}\n\n{body}\n"


def titled(found: Site, path: str) -> list[str]:
    (one,) = [one for one in found.entries if one.info.path == path]
    return [other.info.title for other in found.relations.alike(one)]


@pytest.mark.parametrize(("count", "parts"), [(0, 1), (1, 1), (PART, 1), (PART + 1, 2), (2 * PART + 3, 3)])
def test_a_long_list_comes_in_parts(count: int, parts: int) -> None:
    found = site({HANDBOOK: {f"gotchas/{number:05}.md": f"# {number}\n" for number in range(count)}})
    sources = [source for source, page in found.pages.items() if source.startswith("knowledge/categories/gotchas")]
    assert sources == [
        "knowledge/categories/gotchas.md",
        *(f"knowledge/categories/gotchas/{number}.md" for number in range(2, parts + 1)),
    ]
    shown = [one for source in sources for one in found.pages[source].facts["listing"].entries]  # type: ignore[attr-defined]
    assert shown == list(found.entries)
    assert len(shown) == count


def test_copies_are_found_by_their_bytes_and_shown_once_where_that_is_wanted() -> None:
    files = {HANDBOOK: {"gotchas/a.md": "# A\n", "gotchas/b.md": "# B\n"}, API: {"gotchas/c.md": "# A\n"}}
    for collapse, paths in ((True, ["a", "b"]), (False, ["a", "b", "c"])):
        found = site(files, collapse=collapse)
        first = found.entries[0]
        assert [str(copy.store) for copy in found.relations.copies(first)] == ["repo/api"]
        assert found.relations.copies(found.entries[1]) == []
        listed = found.pages["knowledge/categories/gotchas.md"].facts["listing"].entries  # type: ignore[attr-defined]
        assert [one.info.path for one in listed] == [f"gotchas/{path}.md" for path in paths]


def test_rare_tags_count_for_more_and_copies_are_left_out() -> None:
    found = site(
        {
            HANDBOOK: {
                "gotchas/a.md": entry("A", "common", "rare"),
                "gotchas/b.md": entry("B", "common"),
                "gotchas/c.md": entry("C", "rare"),
                "gotchas/d.md": entry("D", "other"),
                "gotchas/e.md": entry("E", "common"),
                "learnings/a.md": entry("A", "common", "rare"),
            }
        }
    )
    assert titled(found, "gotchas/a.md") == ["C", "B", "E"]
    assert titled(found, "gotchas/d.md") == []


def test_tags_beside_a_tag_come_by_how_often_they_do() -> None:
    found = site({HANDBOOK: {"a.md": entry("A", "x", "y", "z"), "b.md": entry("B", "x", "z"), "c.md": entry("C", "y")}})
    assert found.relations.related("x") == ["z", "y"]


def test_without_git_nothing_is_new() -> None:
    found = site({HANDBOOK: {"a.md": "# A\n"}})
    assert found.relations.newest == []
    assert found.fresh(HANDBOOK) is None


def test_a_boundary_names_categories_in_the_singular_too() -> None:
    pieces = site({HANDBOOK: {"gotchas/a.md": "# A\n"}}).mentions("A trap is a gotcha, not decisions.")
    assert [piece for piece in pieces if piece[1]] == [("gotcha", "gotchas"), ("decisions", "decisions")]
    assert "".join(text for text, _ in pieces) == "A trap is a gotcha, not decisions."


def test_items_are_filed_under_their_first_letter() -> None:
    assert lettered(["a", "A1", "b", ""], str) == [("A", ["a", "A1"]), ("B", ["b"]), ("", [""])]


def test_a_feed_has_no_character_that_xml_cannot_hold() -> None:
    assert xml_text("a\x00b\x0bc\ud800d\ufffe\te\n") == "a\ufffdb\ufffdc\ufffdd\ufffd\te\n"
