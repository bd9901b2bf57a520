"""Every way to break a clean project by one change is seen, by the rule that claims it, at the right place.

A mutation that no rule sees is a missing rule.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from knowledge_base import categories
from knowledge_base.categories import CATEGORIES
from knowledge_base.checks import RULES, reference
from knowledge_base.model import Category, Retrieval

from .conftest import ENTRIES, SETTINGS, Kb, clean_files, findings

ROUTING = "knowledge/architecture/routing.md"
RETRIES = "knowledge/gotchas/retries.md"
FIRST_README = f"knowledge/{CATEGORIES[0].name}/README.md"


@dataclass(frozen=True)
class Mutation:
    """One change, and what has to be told of it: rule, file, line, column. `fix` mends it."""

    name: str
    change: Callable[[Path], object]
    rule: str
    path: str
    line: int | None = None
    column: int | None = None
    fix: tuple[str, ...] = ()


def replace(path: str, old: str, new: str) -> Callable[[Path], object]:
    def change(root: Path) -> None:
        raw = root.joinpath(path).read_bytes()
        assert raw.count(old.encode()) >= 1, f"{path} has no {old!r}"
        root.joinpath(path).write_bytes(raw.replace(old.encode(), new.encode(), 1))

    return change


def put(path: str, content: str | bytes) -> Callable[[Path], object]:
    def change(root: Path) -> None:
        root.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        root.joinpath(path).write_bytes(content if isinstance(content, bytes) else content.encode())

    return change


def remove(path: str) -> Callable[[Path], object]:
    def change(root: Path) -> None:
        target = root / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()

    return change


def encoded(raw: Callable[[bytes], bytes], path: str, old: str, new: str) -> Callable[[Path], object]:
    """Break a file that is saved as Windows editors do."""

    def change(root: Path) -> None:
        replace(path, old, new)(root)
        root.joinpath(path).write_bytes(raw(root.joinpath(path).read_bytes()))

    return change


FIX = ("check", "--fix")
SAVED: Mapping[str, Callable[[bytes], bytes]] = {
    "lf": lambda raw: raw,
    "crlf": lambda raw: raw.replace(b"\n", b"\r\n"),
    "bom": lambda raw: b"\xef\xbb\xbf" + raw,
    "bom and crlf": lambda raw: b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"),
}


def readmes() -> Iterator[Mutation]:
    for category in CATEGORIES:
        path = f"knowledge/{category.name}/README.md"
        yield Mutation(f"no README of {category.name}", remove(path), "KB011", path, fix=FIX)
        yield Mutation(
            f"README of {category.name} edited",
            replace(path, category.purpose, category.purpose + " Or so."),
            "KB014",
            path,
            3,
            1,
            ("init", "--write-readmes"),
        )
        yield Mutation(f"README of {category.name} by hand", put(path, "# Ours\n"), "KB013", path, 1, 1)
        yield Mutation(
            f"no folder {category.name}", remove(f"api/{category.name}"), "KB015", f"api/{category.name}", fix=FIX
        )
        yield Mutation(
            f"entry in a misspelt {category.name}",
            put(f"api/{category.name}x/a.md", "---\ntags: [http]\n---\n# A\n"),
            "KB007",
            f"api/{category.name}x",
        )


def entries() -> Iterator[Mutation]:
    for saved, raw in SAVED.items():
        for name, path, old, new, rule, line, column in (
            ("link", ROUTING, "../gotchas/retries.md#limits", "../gotchas/retry.md", "KB009", 7, 15),
            ("anchor", ROUTING, "retries.md#limits", "retries.md#limit", "KB060", 7, 15),
            ("own anchor", RETRIES, "#retries", "#retry", "KB060", 11, 20),
            ("tag", ROUTING, "routing]", "rooting]", "KB040", 2, 14),
            ("tag in a list", RETRIES, "- retries", "- retires", "KB040", 4, 5),
            ("tag in capitals", ROUTING, "[http", "[HTTP", "KB041", 2, 8),
            ("tag twice", ROUTING, "routing]", "http]", "KB042", 2, 14),
            ("tag twice in a list", RETRIES, "- retries", "- http", "KB042", 4, 5),
            ("too many tags", ROUTING, "routing]", "routing, retries, timeouts]", "KB046", 2, 32),
            ("open list", ROUTING, "routing]", "routing", "KB006", 3, 1),
            ("tags no list", ROUTING, "[http, routing]", "http", "KB006", 2, 7),
            ("tag no text", ROUTING, "routing]", "{a: b}]", "KB006", 2, 14),
            ("key twice", ROUTING, "tags:", "owner: a\nowner: b\ntags:", "KB006", 3, 1),
            ("block closed with dots", ROUTING, "\n---\n", "\n...\n", "KB030", 3, 1),
            ("block never closed", ROUTING, "\n---\n", "\n", "KB030", 1, 1),
            ("prose as metadata", ROUTING, "tags: [http, routing]", "Note: mind the gap", "KB031", 2, 1),
            ("steering character", ROUTING, "See [", "See \u202e[", "KB058", 7, 5),
            ("no heading", ROUTING, "# Routing\n\n", "", "KB051", None, 1),
            ("marker without partner", ROUTING, "See [", "<!-- kb:tiers -->\n\nSee [", "KB021", 7, 1),
        ):
            fix = FIX if rule in ("KB042",) or name == "tag in capitals" else ()
            yield Mutation(f"{name}, {saved}", encoded(raw, path, old, new), rule, path, line, column, fix)
    yield Mutation("bom", encoded(SAVED["bom"], ROUTING, "See", "See"), "KB032", ROUTING, 1, 1)
    yield Mutation("crlf", encoded(SAVED["crlf"], ROUTING, "See", "See"), "KB033", ROUTING, 1, 4)
    yield Mutation("latin-1", put(ROUTING, "# Caf\xe9\n".encode("latin-1")), "KB001", ROUTING, 1, 6)
    yield Mutation("binary", put(ROUTING, b"# A\n\0"), "KB002", ROUTING, 2, 1)
    yield Mutation("no tags", replace(ROUTING, "[http, routing]", "[]"), "KB047", ROUTING, 1, 1)
    yield Mutation("empty", put(ROUTING, "---\ntags: [http]\n---\n"), "KB050", ROUTING, 1, 1)
    yield Mutation("pointer", put(ROUTING, "version https://git-lfs.github.com/spec/v1\n"), "KB072", ROUTING, 1, 1)
    yield Mutation(
        "tag where none is searched",
        replace("knowledge/conventions/errors.md", "# Errors", "---\ntags: [http]\n---\n# Errors"),
        "KB045",
        "knowledge/conventions/errors.md",
        2,
        8,
    )
    yield Mutation(
        "long glossary entry",
        replace("knowledge/glossary/hit.md", "query.", "query. " * 100),
        "KB055",
        "knowledge/glossary/hit.md",
        1,
        1,
    )
    yield Mutation(
        "always-applied set too large",
        replace("knowledge/conventions/errors.md", "do.", "do. " * 300),
        "KB056",
        "knowledge/conventions/errors.md",
        1,
        1,
    )
    yield Mutation("large file", replace(ROUTING, "See", "x " * 600_000 + "See"), "KB057", ROUTING, 1, 1)


def files() -> Iterator[Mutation]:
    for path in ENTRIES:
        content = ENTRIES[path]
        folder, _, name = path.rpartition("/")
        yield Mutation(f"copy of {path}", put(f"{folder}/x-{name}", content), "KB053", f"{folder}/x-{name}", 1, 1)
        yield Mutation(
            f"same title as {path}", put(f"{folder}/x-{name}", content + "x\n"), "KB052", f"{folder}/x-{name}"
        )
        upper = f"{folder}/{name.upper().replace('.MD', '.md')}"
        later = max(path, upper)
        yield Mutation(f"{path} in another case", put(upper, content + "x\n"), "KB054", later, 1, 1)
    yield Mutation("entry that a link leads to removed", remove(RETRIES), "KB009", ROUTING, 7, 15)
    yield Mutation(
        "entry that a link leads to renamed",
        lambda root: (root / RETRIES).rename(root / "knowledge/gotchas/retry.md"),
        "KB009",
        ROUTING,
        7,
        15,
    )
    yield Mutation("heading renamed", replace(RETRIES, "## Limits", "## Bounds"), "KB060", ROUTING, 7, 15)
    yield Mutation(
        "entry outside", put("knowledge/a.md", "---\ntags: [http]\n---\n# A\n"), "KB016", "knowledge/a.md", 1, 1
    )
    yield Mutation(
        "link out",
        lambda root: (root / "api/gotchas/out.md").symlink_to(root / "knowledge.yml"),
        "KB005",
        "api/gotchas/out.md",
    )
    yield Mutation(
        "linked folder", lambda root: (root / "api/gotchas/more").symlink_to(root / "docs"), "KB004", "api/gotchas/more"
    )
    yield Mutation("dialect", put("api/.spektacular_ignore", "a(b)?\n"), "KB008", "api/.spektacular_ignore", 1, 1)
    yield Mutation(
        "docs page at the address of another",
        put("docs/tables/index.md", "# T\n"),
        "KB010",
        "docs/tables/index.md",
        1,
        1,
    )
    yield Mutation("docs page that a link leads to removed", remove("docs/tables.md"), "KB009", "docs/index.md", 3, 14)
    yield Mutation("docs anchor", replace("docs/tables.md", "## Tiers", "## Tier"), "KB060", "docs/index.md", 3, 14)
    yield Mutation("docs prose", put("docs/index.md", "Note: x\n\n# A\n"), "KB031", "docs/index.md", 1, 1)


def settings() -> Iterator[Mutation]:
    overlap = SETTINGS.replace("path: api", "path: knowledge")
    yield Mutation("stores overlap", put("knowledge.yml", overlap), "KB080", "knowledge")
    for tag in ("http", "routing", "retries", "timeouts"):
        allowed = "http, routing, retries, timeouts"
        fewer = ", ".join(one for one in allowed.split(", ") if one != tag)
        yield Mutation(f"{tag} no longer allowed", replace("knowledge.yml", allowed, fewer), "KB040", "")
    yield Mutation("fewer tags", replace("knowledge.yml", "max: 3", "max: 1"), "KB046", ROUTING, 2, 14)
    yield Mutation("less to read", replace("knowledge.yml", "max_bytes: 600", "max_bytes: 6"), "KB056", "")
    yield Mutation(
        "suppression of nothing", replace(ROUTING, "See", "<!-- kb: ignore KB009 x -->\n\nSee"), "KB091", ROUTING, 7, 1
    )
    yield Mutation(
        "suppression of no rule", replace(ROUTING, "See", "<!-- kb: ignore KB999 x -->\n\nSee"), "KB091", ROUTING, 7, 1
    )


def blocks() -> Iterator[Mutation]:
    for name, line in (("tiers", 5), ("categories", 14), ("constants", 27)):
        yield Mutation(
            f"no end of {name}",
            replace("docs/tables.md", f"<!-- /kb:{name} -->", ""),
            "KB021",
            "docs/tables.md",
            line,
            1,
        )
        yield Mutation(
            f"{name} edited",
            replace("docs/tables.md", f"<!-- kb:{name} -->\n\n|", f"<!-- kb:{name} -->\n\n| x"),
            "KB020",
            "docs/tables.md",
            line,
            1,
            ("docs", "--write"),
        )
        yield Mutation(f"{name} misspelt", partial(misspelt, name), "KB021", "docs/tables.md", line, 1)


def misspelt(name: str, root: Path) -> None:
    file = root / "docs/tables.md"
    file.write_text(file.read_text("utf-8").replace(f"kb:{name} -->", f"kb:{name}x -->"), "utf-8")


MUTATIONS = [*readmes(), *entries(), *files(), *settings(), *blocks()]


def test_the_project_is_clean_before(clean: Path, kb: Kb) -> None:
    result = kb("check", "--format", "json")

    assert result.exit_code == 0, result.output
    assert {finding["severity"] for finding in findings(result)} <= {"info"}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_mutation_is_seen_and_mended(clean: Path, kb: Kb, mutation: Mutation) -> None:
    before = {(finding["rule"], finding["path"]) for finding in findings(kb("check", "--format", "json"))}
    mutation.change(clean)

    result = kb("check", "--format", "json")

    new = [finding for finding in findings(result) if (finding["rule"], finding["path"]) not in before]
    told = [finding for finding in new if finding["rule"] == mutation.rule]
    assert told, [(finding["rule"], finding["path"]) for finding in new]
    if mutation.path:
        places = [(finding["path"], finding["line"], finding["column"]) for finding in told]
        assert mutation.path in [path for path, _, _ in places], places
        if mutation.line is not None:
            assert (mutation.path, mutation.line, mutation.column) in places, places
    assert result.exit_code == (0 if told[0]["severity"] == "info" else 1)
    if mutation.fix:
        assert kb(*mutation.fix).exit_code in (0, 1)
        after = kb("check", "--format", "json")
        assert [finding for finding in findings(after) if finding["rule"] == mutation.rule] == []
        assert after.exit_code == 0, after.output


# Only the pages of the site ask the question: no README and no table repeats it.
FIELDS = [field.name for field in dataclasses.fields(Category) if field.name != "question"]


def changed(category: Category, field: str) -> Category:
    values: dict[str, object] = {
        "name": f"{category.name}s",
        "retrieval": next(one for one in Retrieval if one is not category.retrieval),
        "max_characters": 5000,
    }
    return dataclasses.replace(category, **{field: values.get(field, "Something else.")})  # type: ignore[arg-type]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("number", range(len(CATEGORIES)))
def test_every_field_of_the_registry_is_told_and_written_by_one_command(
    clean: Path, kb: Kb, monkeypatch: pytest.MonkeyPatch, number: int, field: str
) -> None:
    registry = tuple(changed(one, field) if at == number else one for at, one in enumerate(CATEGORIES))
    monkeypatch.setattr(categories.Registry.__init__, "__defaults__", (registry,))

    told = {finding["rule"] for finding in findings(kb("check", "--format", "json"))}

    assert "KB020" in told, "the table of categories in the docs"
    assert told & {"KB012", "KB015"}, "the READMEs"
    if field not in ("name", "retrieval"):
        assert kb("check", "--fix").exit_code == 0


@pytest.mark.parametrize(("constant", "value"), [("TAG_WEIGHT", 9.0), ("MIN_PREFIX", 5), ("CUTOFF", 0.5)])
def test_a_changed_constant_is_told_and_written_by_one_command(
    clean: Path, kb: Kb, monkeypatch: pytest.MonkeyPatch, constant: str, value: float
) -> None:
    monkeypatch.setattr(reference, constant, value)

    assert [finding["rule"] for finding in findings(kb("check", "--select", "KB020", "--format", "json"))] == ["KB020"]
    assert kb("docs", "--write").exit_code == 0
    assert kb("check").exit_code == 0


SOURCES = ("KB070", "KB071", "KB100", "KB101", "KB102", "KB103")


def test_every_rule_is_claimed_by_a_mutation_or_by_its_page() -> None:
    claimed = {mutation.rule for mutation in MUTATIONS}

    # A pipe cannot be made everywhere, infos about tags need no place of their own here, and what is odd in a source
    # takes a repository: their pages test them.
    assert {"KB003", "KB012", "KB043", "KB044", "KB090", *SOURCES} >= {rule.value for rule in RULES} - claimed


def test_the_files_of_the_project_are_all_text() -> None:
    assert all(isinstance(content, str) for content in clean_files().values())
