"""The JSON Schema that editors use accepts and refuses the same settings as the program."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from knowledge_base.config import SourceLimits, Trust, load
from knowledge_base.config.forges import FORGES
from knowledge_base.config.settings import DEFAULT_INCLUDE
from knowledge_base.errors import SettingsError
from knowledge_base.model import TIERS, Retrieval

SCHEMA: dict[str, Any] = json.loads(
    resources.files("knowledge_base.config").joinpath("knowledge.schema.json").read_text("utf-8")
)

STORE = "tier: repo, name: api, path: api"
CATEGORY = "name: facts, purpose: p, retrieval: looked-up, entry_shape: s"

ACCEPTED = [
    "search: {max_first_bytes: 150000, max_total_bytes: 1}",
    "",
    "# nothing but a comment",
    "~",
    "{}",
    f"stores: [{{{STORE}}}]",
    f"stores: [{{{STORE}}}, {{tier: project, name: api, path: ../x}}]",
    f"stores: [{{{STORE}, include: ['**/*'], exclude: []}}]",
    f"stores: [{{{STORE}, include: [], exclude: [a, 1, true]}}]",
    "stores: [{tier: repo, name: 007, path: 1.5}]",
    "stores: [{tier: repo, name: true, path: yes}]",
    "stores: [{tier: repo, name: 'two words', path: x}]",
    "stores: [{tier: repo, name: 名前-é_1.x, path: x}]",
    "spektacular: sp/config.yaml",
    "{spektacular: sp/config.yaml, stores: []}",
    f"categories: [{{{CATEGORY}}}]",
    f"categories: [{{{CATEGORY}, boundary: b}}, {{name: r, purpose: p, retrieval: always-applied, entry_shape: s}}]",
]

GIT = "git: 'https://example.org/team/web.git'"
SOURCES = f"sources: {{web: {{{GIT}}}}}"


def source(**keys: str) -> str:
    written = "".join(f", {key}: {value}" for key, value in keys.items())
    return f"sources: {{web: {{{GIT}{written}}}}}"


def git(url: str) -> str:
    return f"sources: {{web: {{git: {url!r}}}}}"


def pages(**keys: str) -> str:
    written = ", ".join(f"{key}: {value!r}" for key, value in {"source": "web", **keys}.items())
    return f"{SOURCES}\npages: [{{{written}}}]"


ACCEPTED += [
    SOURCES,
    "sources: {}",
    *map(
        git,
        [
            "http://127.0.0.1:8080/a",
            "https://git.example.org:8443/x y.git".replace(" ", "%20"),
            "ssh://git@example.org:22/team/web.git",
            "ssh://example.org/team/web",
            "git@example.org:team/web.git",
            "file:///srv/git/web.git",
        ],
    ),
    *(source(ref=ref) for ref in ("main", "release/1.x", "v1.0", "1.10", "0123456789" * 4, "refs/tags/v1", "größe")),
    source(trust="trusted", optional="true", forge="gitlab"),
    source(trust="untrusted", optional="false", limits="{files: 1, bytes: 5, seconds: 3}"),
    source(limits="{}"),
    source(view_url="'https://x.org/{commit}/{path}'", edit_url="'http://x.org:80/{ref}/{path}?x={page}'"),
    source(canonical_url="'https://x.org'"),
    f"{SOURCES}\nstores: [{{{STORE}, source: web}}]",
    f"{SOURCES}\nstores: [{{tier: repo, name: w, path: ., source: web}}]",
    f"{SOURCES}\nstores: [{{tier: repo, name: w, path: .spektacular/knowledge, source: web, always_applied: allow}}]",
    pages(**{"from": "docs/**/*.md", "to": "guides/web/"}),
    pages(**{"from": "README.md", "to": "guides/web.md"}),
    pages(**{"from": "./README.md", "to": "guides/", "canonical_url": "https://x.org/{page}/"}),
    "dates: true",
    "dates: false",
]

REFUSED = [
    "search: {max_total_bytes: 0}",
    "search: {max_bytes: 5}",
    "search: 5",
    "[]",
    "text",
    "store: []",
    "stores:",
    "stores: []",
    "stores: {}",
    "stores: api",
    "stores: [api]",
    "stores: [{tier: repo, name: api}]",
    "stores: [{tier: repo, path: api}]",
    "stores: [{name: api, path: api}]",
    f"stores: [{{{STORE}, ref: main}}]",
    "stores: [{tier: repos, name: api, path: api}]",
    "stores: [{tier: all, name: api, path: api}]",
    "stores: [{tier: repo, name: '', path: api}]",
    "stores: [{tier: repo, name: ' ', path: api}]",
    "stores: [{tier: repo, name: , path: api}]",
    "stores: [{tier: repo, name: api, path: ' '}]",
    "stores: [{tier: repo, name: api, path: [a]}]",
    "stores: [{tier: repo, name: a/b, path: x}]",
    "stores: [{tier: repo, name: 'a:b', path: x}]",
    "stores: [{tier: repo, name: 'a\\b', path: x}]",
    "stores: [{tier: repo, name: 'a\"b', path: x}]",
    "stores: [{tier: repo, name: .hidden, path: x}]",
    "stores: [{tier: repo, name: ' a', path: x}]",
    "stores: [{tier: repo, name: 'a ', path: x}]",
    'stores: [{tier: repo, name: "a\\nb", path: x}]',
    'stores: [{tier: repo, name: "a\\u202eb", path: x}]',
    'stores: [{tier: repo, name: "a\\u00a0b", path: x}]',
    f"stores: [{{{STORE}, include: '**/*.md'}}]",
    f"stores: [{{{STORE}, include: ['']}}]",
    f"stores: [{{{STORE}, exclude: [[a]]}}]",
    f"stores: [{{{STORE}, exclude: }}]",
    "spektacular: ''",
    "spektacular: [sp/config.yaml]",
    "categories: []",
    "categories: {}",
    "categories: [facts]",
    "categories: [{name: r, purpose: p, retrieval: always-applied, entry_shape: s}]",
    "categories: [{name: r, purpose: p, retrieval: sometimes, entry_shape: s}]",
    "categories: [{name: r, purpose: p, retrieval: looked-up}]",
    "categories: [{name: r, retrieval: looked-up, entry_shape: s}]",
    "categories: [{name: a/b, purpose: p, retrieval: looked-up, entry_shape: s}]",
    f"categories: [{{{CATEGORY}, boundary: ''}}]",
    f"categories: [{{{CATEGORY}, tier: looked-up}}]",
]

REFUSED += [
    "sources: []",
    "sources: {web: }",
    "sources: {web: {}}",
    "sources: {web: 'https://example.org/x'}",
    "sources: {a/b: {git: 'https://example.org/x'}}",
    *map(
        git,
        [
            "",
            "web",
            "../web.git",
            "/srv/git/web.git",
            "https://example.org",
            "https://user@example.org/web.git",
            "https://user:pw@example.org/web.git",
            "ssh://git:pw@example.org/web.git",
            "ftp://example.org/web.git",
            "git://example.org/web.git",
            "ext::sh -c true",
            "ext::https://example.org/x",
            "--upload-pack=touch x",
            "-oProxyCommand=x@example.org:web",
            "https://-x.org/web.git",
            "https://example.org/web.git?token=1",
            "https://example.org/web.git#x",
            "https://example.org/a b",
            "https://example.org/a\\b",
            "file://host/web.git",
            "file:web.git",
        ],
    ),
    'sources: {web: {git: "https://example.org/a\\nb"}}',
    'sources: {web: {git: "https://example.org/a\\u202eb"}}',
    *(
        source(ref=f'"{ref}"')
        for ref in (
            "-x",
            "--upload-pack=x",
            "a::b",
            "a..b",
            "a b",
            "a~1",
            "a^",
            "a:b",
            "a?",
            "a*",
            "[a",
            "/a",
            "a/",
            "a.",
            ".a",
            "a//b",
            "a/.b",
            "a.lock",
            "@{-1}",
            "a\\nb",
            "a\\u200bb",
            "abcdef1",
            "",
            " ",
        )
    ),
    source(trust="yes"),
    source(optional="maybe"),
    source(forge="sourceforge"),
    source(branch="main"),
    source(limits="{files: 0}"),
    source(limits="{bytes: -1}"),
    source(limits="{seconds: long}"),
    source(limits="{memory: 1}"),
    source(limits="5"),
    *(
        source(view_url=f"'{url}'")
        for url in (
            "x.org/{path}",
            "javascript:alert(1)",
            "https://{path}",
            "https://u@x.org/{path}",
            "https://x.org/{name}",
            "https://x.org/{path",
            "https://x.org/{path.x}",
            "https://x.org/{path!r}",
            "https://x.org/{}",
            "",
        )
    ),
    f"stores: [{{{STORE}, always_applied: allow}}]",
    f"{SOURCES}\nstores: [{{{STORE}, source: web, always_applied: true}}]",
    *(
        f"{SOURCES}\nstores: [{{tier: repo, name: w, source: web, path: '{path}'}}]"
        for path in ("../x", "/x", "-x", "a::b", "a/../b", "a\\b", " ")
    ),
    f'{SOURCES}\nstores: [{{tier: repo, name: w, source: web, path: "a\\tb"}}]',
    pages(to="x/"),
    pages(**{"from": "x.md"}),
    pages(**{"from": "*.md", "to": "guides"}),
    pages(**{"from": "../x.md", "to": "guides/"}),
    pages(**{"from": "x.md", "to": "/guides/"}),
    pages(**{"from": "x.md", "to": "../guides/"}),
    pages(**{"from": "x.md", "to": "-guides/"}),
    pages(**{"from": "x.md", "to": "guides/", "canonical_url": "x"}),
    pages(**{"from": "x.md", "to": "guides/", "edit_url": "https://x.org"}),
    "pages: {}",
    "dates: often",
    "dates: 1",
]

BEYOND_A_SCHEMA = [
    f"stores: [{{{STORE}, source: web}}]",
    f"{SOURCES}\nstores: [{{{STORE}, source: wep}}]",
    pages(**{"from": "*.md", "to": "guides.md"}),
    pages(source="wep", **{"from": "x.md", "to": "guides/"}),
    f"stores: [{{{STORE}}}, {{{STORE}, include: [a]}}]",
    f"categories: [{{{CATEGORY}}}, {{{CATEGORY}, boundary: b}}]",
    "spektacular: nowhere.yaml",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sp").mkdir()
    (tmp_path / "sp" / "config.yaml").write_text(
        "knowledge:\n  sources:\n    - {name: s, config: {location: kb}}\n", "utf-8"
    )
    return tmp_path


def by_schema(text: str) -> bool:
    return Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(text))


def by_program(folder: Path, text: str) -> bool:
    (folder / "knowledge.yml").write_text(text, "utf-8")
    try:
        load(folder)
    except SettingsError:
        return False
    return True


@pytest.mark.parametrize("text", ACCEPTED)
def test_both_accept(folder: Path, text: str) -> None:
    assert (by_schema(text), by_program(folder, text)) == (True, True)


@pytest.mark.parametrize("text", REFUSED)
def test_both_refuse(folder: Path, text: str) -> None:
    assert (by_schema(text), by_program(folder, text)) == (False, False)


@pytest.mark.parametrize("text", BEYOND_A_SCHEMA)
def test_what_a_schema_cannot_say_the_program_refuses(folder: Path, text: str) -> None:
    assert (by_schema(text), by_program(folder, text)) == (True, False)


def test_the_schema_is_one_and_says_what_the_code_says() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    store = SCHEMA["$defs"]["store"]["properties"]
    assert store["tier"]["enum"] == list(TIERS)
    assert store["include"]["default"] == list(DEFAULT_INCLUDE)
    source_keys = SCHEMA["$defs"]["source"]["properties"]
    assert source_keys["trust"]["enum"] == [kind.value for kind in Trust]
    assert source_keys["forge"]["enum"] == list(FORGES)
    limits = SCHEMA["$defs"]["limits"]["properties"]
    assert {name: limit["default"] for name, limit in limits.items()} == asdict(SourceLimits())
    assert SCHEMA["$defs"]["category"]["properties"]["retrieval"]["enum"] == [kind.value for kind in Retrieval]


def test_every_setting_is_described() -> None:
    defined = ("store", "category", "source", "pages", "limits")
    shapes = (SCHEMA, *(SCHEMA["$defs"][name] for name in defined))
    for name, schema in ((name, schema) for shape in shapes for name, schema in shape["properties"].items()):
        referred = SCHEMA["$defs"].get(schema.get("$ref", "").rpartition("/")[2], {})
        assert schema.get("description") or referred.get("description"), name
