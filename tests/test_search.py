"""The order of the steps from query to hits, refusals included."""

from __future__ import annotations

import pytest

from knowledge_base import Knowledge, RequestError, SearchResult, StoreId
from knowledge_base.categories import Registry
from knowledge_base.search import NamedStore, in_listing_order
from knowledge_base.stores import MemoryStore


def knowledge(**stores: dict[str, str]) -> Knowledge:
    """Stores named `tier_name`, with their files."""
    named = []
    for key, files in stores.items():
        tier, _, name = key.partition("_")
        named.append(
            NamedStore(StoreId(tier, name), MemoryStore({path: text.encode() for path, text in files.items()}))
        )
    return Knowledge(tuple(named), Registry())


def tagged(tags: str, body: str) -> str:
    return f"---\ntags: [{tags}]\n---\n{body}"


def found(result: SearchResult) -> list[tuple[str, float]]:
    return [(f"{hit.tier}/{hit.name}:{hit.path}", hit.score) for hit in result.hits]


WORKED = {"gotchas/a.md": tagged("http, routing", "routing routing"), "gotchas/b.md": "http " * 8}


def test_the_worked_example() -> None:
    result = knowledge(project_p=WORKED).search("HTTP routing")
    assert found(result) == [("project/p:gotchas/a.md", 18.0)]
    assert (result.total, result.dropped, result.terms) == (1, 1, ("http", "routing"))


def test_the_weaker_entry_alone_is_a_hit() -> None:
    result = knowledge(project_p={"gotchas/b.md": WORKED["gotchas/b.md"]}).search("http routing")
    assert found(result) == [("project/p:gotchas/b.md", 1.0)]
    assert result.hits[0].missing == ("routing",)


def test_a_hit_says_all_about_itself() -> None:
    (hit,) = knowledge(repo_api={"gotchas/a.md": tagged("http", "# T\nhttp zz")}).search("http zzz http zzz").hits
    assert (hit.tier, hit.name, hit.path, hit.category) == ("repo", "api", "gotchas/a.md", "gotchas")
    assert (hit.title, hit.tags, hit.excerpts) == ("T", ("http",), ("http zz",))
    assert [(part.term, part.count, part.affinity, part.score) for part in hit.evidence] == [
        ("http", 1, 1.0, 9.0), ("zzz", 0, 0.0, 0.0), ("http", 1, 1.0, 9.0), ("zzz", 0, 0.0, 0.0),
    ]  # fmt: skip
    assert (hit.coverage, hit.missing, hit.score) == (0.5, ("zzz",), 4.5)


def test_what_is_never_a_hit_does_not_raise_the_floor() -> None:
    files = {
        "conventions/a.md": tagged("x", "x " * 99),
        "glossary/sub/b.md": "x " * 99,
        "gotchas/README.md": tagged("x", "x " * 99),
        "gotchas/c.md": "x",
    }
    result = knowledge(project_p=files).search("x")
    assert found(result) == [("project/p:gotchas/c.md", 1.0)]
    assert (result.total, result.dropped) == (1, 0)


def test_the_tag_filter_comes_before_the_floor() -> None:
    files = {"gotchas/a.md": tagged("other", "x " * 64), "gotchas/b.md": tagged("t, u", "x")}
    stores = knowledge(project_p=files)
    assert found(stores.search("x")) == [("project/p:gotchas/a.md", 7.0)]
    result = stores.search("x", tags=["T "])
    assert found(result) == [("project/p:gotchas/b.md", 1.0)]
    assert (result.total, result.dropped) == (1, 0)
    assert found(stores.search("x", tags=["t", "u"])) == [("project/p:gotchas/b.md", 1.0)]
    assert found(stores.search("x", tags=["t", "other"])) == []


def test_a_quarter_of_the_best_score_stays() -> None:
    result = knowledge(project_p={"gotchas/a.md": "x " * 8, "gotchas/b.md": "x"}).search("x")
    assert [score for _, score in found(result)] == [4.0, 1.0]


def test_the_floor_holds_across_stores() -> None:
    result = knowledge(project_p={"gotchas/a.md": "x"}, repo_r={"gotchas/a.md": "x " * 16}).search("x")
    assert found(result) == [("repo/r:gotchas/a.md", 5.0)]
    assert result.dropped == 1


def test_ties_go_by_store_order_then_by_path_in_utf8() -> None:
    names = ["é.md", "\uff5e.md", "🙂.md", "Z.md", "a.md", "a/b.md"]
    files = {f"gotchas/{name}": "x" for name in names}
    result = knowledge(repo_z=files, project_a={"gotchas/0.md": "x"}).search("x")
    assert [hit.path for hit in result.hits] == [
        "gotchas/Z.md", "gotchas/a.md", "gotchas/a/b.md", "gotchas/é.md", "gotchas/\uff5e.md", "gotchas/🙂.md",
        "gotchas/0.md",
    ]  # fmt: skip


def test_copies_in_two_stores_are_two_hits() -> None:
    files = {"gotchas/a.md": "x"}
    first, second = knowledge(repo_a=files, project_a=files).search("x").hits
    assert first.checksum == second.checksum
    assert [str(copy) for copy in first.copies] == ["project/a:gotchas/a.md"]
    assert [str(copy) for copy in second.copies] == ["repo/a:gotchas/a.md"]


def test_copies_are_those_of_all_stores_whatever_the_filters() -> None:
    files = {"gotchas/a.md": "x", "conventions/b.md": "x", "gotchas/c.md": "x "}
    (hit, other) = knowledge(project_p={"gotchas/z.md": "x"}, repo_a=files).search("x", "repo").hits
    assert [str(copy) for copy in hit.copies] == ["project/p:gotchas/z.md", "repo/a:conventions/b.md"]
    assert other.copies == ()


def test_weaker_hits_come_behind_the_others_and_change_no_total() -> None:
    stores = knowledge(project_p={"gotchas/a.md": "x " * 16, "gotchas/b.md": "x", "gotchas/c.md": "y"})
    result = stores.search("x", weaker=True)
    assert found(result) == [("project/p:gotchas/a.md", 5.0), ("project/p:gotchas/b.md", 1.0)]
    assert (result.total, result.dropped) == (1, 1)
    assert found(stores.search("x", weaker=True, limit=1)) == found(stores.search("x"))


FOLDERS = {
    "gotchas/a.md": tagged("http", "x"),
    "decisions/a.md": tagged("http, web", "x " * 8),
    "notes/a.md": "x",
    "a.md": "x",
    "conventions/a.md": "x",
}


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("x", ["decisions/a.md", "a.md", "gotchas/a.md", "notes/a.md"]),
        ("x category:gotchas", ["gotchas/a.md"]),
        ("x category:gotchas category:notes", ["gotchas/a.md", "notes/a.md"]),
        ("category:architecture x", []),
        ("x tag:HTTP", ["decisions/a.md", "gotchas/a.md"]),
        ("x tag:http tag:web", ["decisions/a.md"]),
        ("x tag:http category:gotchas", ["gotchas/a.md"]),
        ("x store:repo/p", []),
        ("x store:repo/p store:project/p category:notes", ["notes/a.md"]),
        ("x tier:repo tier:project category:notes", ["notes/a.md"]),
    ],
)
def test_typed_filters(query: str, paths: list[str]) -> None:
    stores = knowledge(project_p=FOLDERS, repo_p={"gotchas/z.md": "y"})
    assert [hit.path for hit in stores.search(query).hits] == paths


def test_filters_come_before_the_cut() -> None:
    assert knowledge(project_p={**FOLDERS, "decisions/best.md": "x " * 99}).search("x category:gotchas").dropped == 0


@pytest.mark.parametrize(
    ("query", "code", "action"),
    [
        ("x category:gotcha", "knowledge_category_unknown", 'did you mean "gotchas"?'),
        ("x category:conventions", "knowledge_category_unknown", "architecture, gotchas, learnings, decisions, notes"),
        ("category:nope", "knowledge_category_unknown", ""),
        ("tag:htpp", "knowledge_tag_unknown", 'did you mean "http"?'),
        ("nowhere tag:htpp", "knowledge_tag_unknown", 'did you mean "http"?'),
        ("x tag:web category:gotchas", "knowledge_tag_unknown", "tags in use: http"),
        ("store:P", "knowledge_store_unknown", "stores available: p"),
        ("store:repo/q x", "knowledge_store_unknown", "stores available: p"),
        ("tier:rep", "knowledge_tier_invalid", 'did you mean "repo"?'),
    ],
)
def test_an_unknown_value_of_a_filter_is_refused(query: str, code: str, action: str) -> None:
    with pytest.raises(RequestError) as caught:
        knowledge(project_p=FOLDERS).search(query)
    assert caught.value.code == code
    assert action in caught.value.next_action


PHRASES = {
    "gotchas/a.md": "HTTP   routing, http\trouting",
    "gotchas/b.md": "http\nrouting",
    "gotchas/c.md": tagged("http routing", "nothing"),
    "gotchas/d.md": tagged("http", "routing"),
    "gotchas/e.md": tagged("http routing table", "xhttp routings"),
}


def test_a_phrase_is_one_term() -> None:
    result = knowledge(project_p=PHRASES).search('"http \n Routing"')
    assert result.terms == ("http routing",)
    prefix = 8 * (12 / 18)
    assert found(result) == [
        ("project/p:gotchas/c.md", 8.0), ("project/p:gotchas/e.md", prefix + 1), ("project/p:gotchas/a.md", 2.0),
    ]  # fmt: skip
    assert result.hits[2].excerpts == ("HTTP routing, http routing",)
    assert result.hits[1].evidence[0].count == 1


def test_a_phrase_beside_words_is_missing_where_it_is_not_in_one_line() -> None:
    result = knowledge(project_p=PHRASES).search('routing "http routing"', weaker=True)
    missing = {hit.path: hit.missing for hit in result.hits}
    assert missing["gotchas/b.md"] == ("http routing",)
    assert missing["gotchas/a.md"] == ()


def test_a_limit_bounds_the_hits_and_not_the_totals() -> None:
    files = {f"gotchas/{i}.md": "x" for i in range(5)} | {"gotchas/best.md": "x " * 8, "gotchas/weak.md": "x y"}
    stores = knowledge(project_p=files)
    whole = stores.search("x")
    limited = stores.search("x", limit=2)
    assert limited.hits == whole.hits[:2]
    assert (limited.total, limited.dropped) == (whole.total, whole.dropped) == (7, 0)
    assert len(stores.search("x", limit=100).hits) == 7


STORES = {
    "repo_api": {"gotchas/a.md": tagged("http", "x")},
    "project_api": {"gotchas/b.md": "x"},
    "project_hand": {"conventions/c.md": tagged("rule", "x"), "decisions/README.md": tagged("readme", "x")},
}


@pytest.mark.parametrize(
    ("tier", "names", "expected"),
    [
        ("all", (), ["repo/api:gotchas/a.md", "project/api:gotchas/b.md"]),
        ("repo", (), ["repo/api:gotchas/a.md"]),
        ("project", (), ["project/api:gotchas/b.md"]),
        ("all", ("api",), ["repo/api:gotchas/a.md", "project/api:gotchas/b.md"]),
        ("project", ("api",), ["project/api:gotchas/b.md"]),
        ("all", ("hand",), []),
        ("all", ("hand", "api", "api"), ["repo/api:gotchas/a.md", "project/api:gotchas/b.md"]),
    ],
)
def test_tier_and_filter_select_stores(tier: str, names: tuple[str, ...], expected: list[str]) -> None:
    result = knowledge(**STORES).search("x", tier, names)
    assert sorted(address for address, _ in found(result)) == sorted(expected)


@pytest.mark.parametrize("query", ["x", "", "nowhere"])
@pytest.mark.parametrize(
    ("tier", "names", "code", "resource", "next_action"),
    [
        ("", (), "knowledge_tier_invalid", None, "stores available: api, api, hand"),
        ("both", (), "knowledge_tier_invalid", None, 'the tier "project", "repo" or "all"'),
        ("Repo", (), "knowledge_tier_invalid", None, 'did you mean "repo"?'),
        ("all", ("ap",), "knowledge_store_unknown", "ap", 'did you mean "api"?'),
        ("all", ("api", "han"), "knowledge_store_unknown", "han", 'did you mean "hand"?'),
        ("all", ("",), "knowledge_store_unknown", "", "stores available"),
        ("repo", ("hand",), "knowledge_store_unknown", "hand", 'stores available in the "repo" tier: api'),
        ("both", ("nope",), "knowledge_tier_invalid", None, ""),
    ],
)
def test_what_selects_no_store_is_refused_before_anything_else(
    query: str, tier: str, names: tuple[str, ...], code: str, resource: str | None, next_action: str
) -> None:
    with pytest.raises(RequestError) as caught:
        knowledge(**STORES).search(query, tier, names, tags=["nope"])
    error = caught.value
    assert (error.code, error.resource, error.exit_code) == (code, resource, 2)
    assert next_action in error.next_action


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(RequestError) as caught:
        knowledge(**STORES).search("x", limit=limit)
    assert caught.value.code == "knowledge_limit_invalid"


@pytest.mark.parametrize(
    ("query", "tags", "refused"),
    [
        ("x", ["htpp"], "htpp"),
        ("x", ["http", "nope"], "nope"),
        ("x", ["nope", "worse"], "nope"),
        ("nowhere", ["nope"], "nope"),
        ("x", ["rule"], "rule"),  # only a convention carries it, and no search reaches that
        ("x", ["readme"], None),
        ("nowhere", ["http"], None),
        ("x", ["http"], None),
        ("x", ["", " "], None),
        ("", ["nope"], None),
    ],
)
def test_an_unknown_tag_is_refused_where_nothing_is_left(query: str, tags: list[str], refused: str | None) -> None:
    stores = knowledge(**STORES)
    if refused is None:
        assert stores.search(query, tags=tags).total <= 2
        return
    with pytest.raises(RequestError) as caught:
        stores.search(query, tags=tags)
    assert (caught.value.code, caught.value.resource) == ("knowledge_tag_unknown", refused)
    assert "tags in use: http, readme" in caught.value.next_action


def test_an_unknown_tag_looks_at_the_selected_stores_only() -> None:
    with pytest.raises(RequestError, match="no entry in scope carries any tag yet"):
        knowledge(**STORES).search("x", filter=["api"], tier="project", tags=["http"])


def test_many_tags_in_use_are_not_all_listed() -> None:
    many = {"gotchas/a.md": tagged(", ".join(f"t{i:02}" for i in range(30)), "x")}
    with pytest.raises(RequestError) as caught:
        knowledge(project_p=many).search("x", tags=["zzzz"])
    assert caught.value.next_action.endswith("t18, t19 and 10 more")


@pytest.mark.parametrize(
    "query",
    ["(", "\\", "$&", "__proto__", "constructor", "x" * 10_000, "a " * 5_000, "\0", "\ufeff", "<script>", "\udcff"],
)
def test_hostile_queries_are_queries(query: str) -> None:
    stores = knowledge(project_p={"gotchas/a.md": "( \\ $& __proto__ constructor \ufeff <script> a"})
    result = stores.search(query)
    expected = 0 if query in ("x" * 10_000, "\0", "\udcff") else 1
    assert (result.total, result.query) == (expected, query)


def test_tags_are_counted_by_entry_most_used_first_without_always_applied() -> None:
    files = {
        "gotchas/a.md": tagged("b, é, a", ""),
        "gotchas/b.md": tagged("a", ""),
        "gotchas/README.md": tagged("b", ""),
        "conventions/c.md": tagged("a, rule", ""),
        "notes/d.md": tagged("z", ""),
    }
    assert knowledge(project_p=files).tags() == (("a", 2), ("b", 2), ("z", 1), ("é", 1))


def test_a_listing_is_depth_first() -> None:
    paths = ["a.md", "a/x.md", "a-b/y.md", "b.md", "a/é.md", "a/b/c.md"]
    assert list(in_listing_order(paths)) == ["a/b/c.md", "a/x.md", "a/é.md", "a-b/y.md", "a.md", "b.md"]
