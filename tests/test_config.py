"""`knowledge.yml` and the files of Spektacular projects, as typed values or as refusals that name the place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import write_tree

from knowledge_base import Category, OutsideError, Retrieval, SettingsError, StoreId
from knowledge_base.config import FILE_NAME, load


def settings(folder: Path, text: str | bytes, **files: str) -> str:
    write_tree(folder, {FILE_NAME: text})
    return str(folder)


STORES = """\
stores:
  - {tier: repo, name: api, path: ../api/knowledge}
  - tier: project
    name: handbook
    path: ./kb/
    include: ["**/*.md", "*.txt"]
    exclude: [drafts/**]
"""


def test_stores_in_their_order_relative_to_the_file(tmp_path: Path) -> None:
    loaded = load(settings(tmp_path, STORES))
    api, handbook = loaded.stores
    assert (api.id, api.folder, api.written) == (
        StoreId("repo", "api"),
        tmp_path / "../api/knowledge",
        "../api/knowledge",
    )
    assert (api.include, api.exclude) == (("**/*.md",), ())
    assert (handbook.id, handbook.folder) == (StoreId("project", "handbook"), tmp_path / "kb")
    assert (handbook.include, handbook.exclude) == (("**/*.md", "*.txt"), ("drafts/**",))
    assert (loaded.root, loaded.file, loaded.categories) == (tmp_path, tmp_path / FILE_NAME, None)


def test_no_file_means_one_store(tmp_path: Path) -> None:
    loaded = load(tmp_path)
    assert loaded.file is None
    assert [(store.id, store.folder) for store in loaded.stores] == [
        (StoreId("project", "knowledge"), tmp_path / "knowledge")
    ]


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n", "~", "{}", "\ufeff"])
def test_a_file_that_says_nothing_means_one_store(tmp_path: Path, text: str) -> None:
    loaded = load(settings(tmp_path, text))
    assert [str(store.id) for store in loaded.stores] == ["project/knowledge"]
    assert loaded.file == tmp_path / FILE_NAME


def test_categories_of_its_own_replace_the_registry(tmp_path: Path) -> None:
    text = """\
categories:
  - {name: rules, purpose: What holds., retrieval: always-applied, entry_shape: A rule.}
  - {name: facts, purpose: What is., boundary: Not rules., retrieval: looked-up, entry_shape: A fact.}
"""
    assert load(settings(tmp_path, text)).categories == (
        Category("rules", "What holds.", "", Retrieval.ALWAYS_APPLIED, "A rule."),
        Category("facts", "What is.", "Not rules.", Retrieval.LOOKED_UP, "A fact."),
    )


def test_values_are_what_is_written(tmp_path: Path) -> None:
    (store,) = load(settings(tmp_path, "stores: [{tier: repo, name: 007, path: 1.10}]")).stores
    assert (store.id.name, store.written) == ("007", "1.10")


S = "tier: repo, name: a, path: x"
C = "name: f, purpose: p, retrieval: looked-up, entry_shape: s"

# settings, line:column, what the message and the next action must hold
REFUSED = [
    ("store: []", "1:1", 'unknown key "store"', 'did you mean "stores"?'),
    ("stores: []\nstroes: []", "2:1", 'unknown key "stroes"', 'did you mean "stores"?'),
    ("zzzzzzzzzz: []", "1:1", 'unknown key "zzzzzzzzzz"', "known keys: stores, spektacular, categories"),
    (f"stores:\n  - {{{S}, pth: y}}", "2:36", 'unknown key "pth"', 'did you mean "path"?'),
    ("- a", "1:1", "must be keys and values, not a list", ""),
    ("text", "1:1", "must be keys and values, not a single value", ""),
    ("stores: api", "1:9", "stores must be a list, not a single value", ""),
    ("stores: {a: b}", "1:9", "stores must be a list, not keys and values", ""),
    ("stores: [api]", "1:10", "stores[0] must be keys and values", ""),
    ("stores:", "1:8", "stores must be a list", ""),
    ("stores: []", "1:1", "no store is declared", "stores:"),
    ("stores:\n  - {name: a, path: x}", "2:5", 'lacks the key "tier"', "tier: …"),
    ("stores:\n  - {tier: repo, path: x}", "2:5", 'lacks the key "name"', "name: …"),
    ("stores:\n  - {tier: repo, name: a}", "2:5", 'lacks the key "path"', "path: …"),
    ("stores: [{tier: rep, name: a, path: x}]", "1:17", 'unknown tier "rep"', 'did you mean "repo"?'),
    ("stores: [{tier: all, name: a, path: x}]", "1:17", 'unknown tier "all"', "tiers: project, repo"),
    ("stores: [{tier: Repo, name: a, path: x}]", "1:17", 'unknown tier "Repo"', 'did you mean "repo"?'),
    ("stores: [{tier: [repo], name: a, path: x}]", "1:17", "tier must be a single value, not a list", ""),
    ("stores: [{tier: repo, name: '', path: x}]", "1:29", "name is empty", "give name a value"),
    ("stores: [{tier: repo, name: ~, path: x}]", "1:29", "name is empty", ""),
    ("stores: [{tier: repo, name: a/b, path: x}]", "1:29", '"a/b" holds a character', "plain name"),
    ("stores: [{tier: repo, name: 'a:b', path: x}]", "1:29", '"a:b" holds a character', ""),
    ('stores: [{tier: repo, name: "a\\nb", path: x}]', "1:29", "holds a character", ""),
    ("stores: [{tier: repo, name: .git, path: x}]", "1:29", '".git" starts or ends with a blank or a dot', ""),
    ("stores: [{tier: repo, name: '..', path: x}]", "1:29", '".." starts', ""),
    ("stores: [{tier: repo, name: ' a', path: x}]", "1:29", '" a" starts', ""),
    ("stores: [{tier: repo, name: a, path: ''}]", "1:38", "path is empty", ""),
    (f"stores: [{{{S}, include: '*'}}]", "1:50", "include must be a list", ""),
    (f"stores: [{{{S}, exclude: [[a]]}}]", "1:51", "exclude[0] must be a single value", ""),
    (f"stores:\n- {{{S}}}\n- {{{S}}}", None, 'named "a" in the "repo" tier', "a name of its own"),
    (f"stores: [{{{S}, name: b}}]", "1:41", '"name" stands there twice', "keep one"),
    ("stores: [{? [a] : b}]", "1:13", "unknown key", ""),
    ("categories: []", "1:13", "no category is looked up", "looked-up"),
    ("categories: [{purpose: p, retrieval: looked-up, entry_shape: s}]", "1:14", 'lacks the key "name"', ""),
    ("categories: [{name: f, purpose: p, retrieval: lookup, entry_shape: s}]", "1:47",
     'unknown retrieval "lookup"', 'did you mean "looked-up"?'),
    (f"categories: [{{{C}}}, {{{C}}}]", "1:82", 'category "f" is listed twice', ""),
    (f"categories: [{{{C}, tier: x}}]", "1:74", 'unknown key "tier"', ""),
    ("categories: [{name: a/b, purpose: p, retrieval: looked-up, entry_shape: s}]", "1:21", '"a/b" holds', ""),
    ("stores: [", None, "no valid YAML", "mend"),
    ("stores:\n\t- a", "2:1", "no valid YAML", "mend"),
    ("a: 1\n---\nb: 2", "2:1", "no valid YAML", "mend"),
    ("stores: *x", "1:9", "no valid YAML", "mend"),
    ("a: \x01", "1:1", "no valid YAML", "mend"),
    ("a: " + "[" * 100_000, None, "no valid YAML", "mend"),
    (b"stores: \xff", "1:1", "not UTF-8", "save it as UTF-8"),
    ("spektacular: nowhere.yaml", "1:14", "there is no file", "config.yaml"),
    ("spektacular: " + "x" * 5_000, "1:14", "there is no file", "config.yaml"),
    ("spektacular: [a]", "1:14", "must be a single value", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "place", "message", "next_action"), REFUSED, ids=[str(row[0])[:50] for row in REFUSED]
)
def test_a_wrong_setting_is_refused_at_its_place(
    tmp_path: Path, text: str | bytes, place: str | None, message: str, next_action: str
) -> None:
    folder = settings(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load(folder)
    error = caught.value
    assert (error.code, error.exit_code) == ("config_invalid", 2)
    assert message in error.message
    assert next_action in error.next_action
    start, line, column = (error.resource or "").rsplit(":", 2)
    assert start == (tmp_path / FILE_NAME).as_posix()
    assert place in (None, f"{line}:{column}")
    assert error.message.startswith(f"{start}:{line}:{column}: ")


def test_a_file_that_cannot_be_read_is_the_outside_world(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(OutsideError) as caught:
        load(tmp_path)
    assert (caught.value.code, caught.value.exit_code) == ("settings_unreadable", 3)


CONFIG = """\
schema: 3
agents: [x]
repos:
  - {name: main, location: .}
  - {name: web, local: "../../web/.spektacular", source: ..}
knowledge:
  sources:
    - {name: shared, provider: file, config: {location: "../${SHARED_HERE}/k"}}
"""


def spektacular(root: Path, config: str = CONFIG, **repos: str) -> Path:
    """A Spektacular project whose settings name its config; `repos` are the texts of its two repo.yaml."""
    write_tree(
        root,
        {
            "app/knowledge.yml": "spektacular: .spektacular/config.yaml\n",
            "app/.spektacular/config.yaml": config,
            "app/.spektacular/repo.yaml": repos.get("main", "schema: 2\n"),
            "web/.spektacular/repo.yaml": repos.get("web", "knowledge: {provider: file, config: {location: ../kb}}\n"),
        },
    )
    return root / "app"


def test_a_spektacular_project_works_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARED_HERE", "common")
    stores = load(spektacular(tmp_path)).stores
    assert [(str(store.id), store.folder.resolve().relative_to(tmp_path.resolve()).as_posix()) for store in stores] == [
        ("repo/main", "app/.spektacular/knowledge"),
        ("repo/web", "web/kb"),
        ("project/shared", "app/common/k"),
    ]
    assert stores[1].written == "../web/kb"


def test_an_unset_variable_is_empty_and_a_lone_dollar_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHARED_HERE", raising=False)
    assert load(spektacular(tmp_path)).stores[2].folder.as_posix().endswith("/.spektacular/..//k".replace("//", "/"))
    plain = CONFIG.replace("${SHARED_HERE}", "$HOME")
    assert load(spektacular(tmp_path, plain)).stores[2].folder.name == "k"
    assert load(spektacular(tmp_path, plain)).stores[2].folder.parent.name == "$HOME"


def test_stores_of_both_kinds_spektacular_first(tmp_path: Path) -> None:
    root = spektacular(tmp_path)
    text = "spektacular: .spektacular/config.yaml\nstores: [{tier: project, name: own, path: own}]\n"
    write_tree(root, {"knowledge.yml": text})
    assert [str(store.id) for store in load(root).stores] == ["repo/main", "repo/web", "project/shared", "project/own"]


@pytest.mark.parametrize(
    ("config", "where", "message"),
    [
        ("repos: [{name: main, location: nowhere}]", "1:32", "there is no file"),
        ("repos: [{name: main}]", "1:9", 'lacks the key "location"'),
        ("repos: [{location: .}]", "1:9", 'lacks the key "name"'),
        ("repos: main", "1:8", "repos must be a list"),
        ("repos: [{name: main, location: .}, {name: main, location: .}]", None, "two knowledge stores"),
        (
            "knowledge: {sources: [{name: s, provider: notion, config: {location: x}}]}",
            "1:43",
            '"notion" cannot be read',
        ),
        ("knowledge: {sources: [{name: s, config: {}}]}", "1:41", 'lacks the key "location"'),
        ("knowledge: {sources: [{config: {location: x}}]}", "1:23", 'lacks the key "name"'),
        ("repos: [", None, "no valid YAML"),
        ("repos: []", None, "no store is declared"),
        ("", None, "no store is declared"),
    ],
)
def test_a_spektacular_file_that_cannot_work_is_refused_at_its_place(
    tmp_path: Path, config: str, where: str | None, message: str
) -> None:
    root = spektacular(tmp_path, config)
    with pytest.raises(SettingsError) as caught:
        load(root)
    assert message in caught.value.message
    if where is not None:
        assert caught.value.resource == f"{(root / '.spektacular/config.yaml').as_posix()}:{where}"


def test_the_repo_file_is_checked_too(tmp_path: Path) -> None:
    root = spektacular(tmp_path, main="knowledge: {provider: notion}\n")
    with pytest.raises(SettingsError, match=r"repo\.yaml:1:23: the provider \"notion\""):
        load(root)
