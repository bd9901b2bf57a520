"""The catalogue of strings: whole in each language, used to the last key, and what a site may replace."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup
from tests.support import ROOT

from knowledge_base.errors import SettingsError
from knowledge_base.pages import Strings
from knowledge_base.pages.strings import languages, places

PACKAGE = ROOT / "plugin" / "knowledge_base"
ENGLISH = Strings.of("en").group("")
ONE_LINE = re.compile(r'[a-z]+\.[a-z_]+: ("(?:[^"\\]|\\.)*"|\{(?:(?:zero|one|other): "(?:[^"\\]|\\.)*"(?:, )?)+\})')
CALLED = re.compile(r"""\b(?:t|say|strings)\(\s*["']([a-z]+\.[a-z_]+)["']""")
NAMED = re.compile(r"""["']([a-z]+\.[a-z_]+)["']""")


def sources() -> str:
    files = [*PACKAGE.glob("assets/*.js"), *PACKAGE.rglob("templates/*"), *PACKAGE.glob("pages/*.py")]
    return "\n".join(file.read_text("utf-8") for file in (*files, *PACKAGE.glob("mkdocs_plugin/*.py")))


def test_each_string_is_used_and_each_used_one_is_there() -> None:
    text = sources()
    assert set(CALLED.findall(text)) - set(ENGLISH) == set()
    assert set(ENGLISH) - set(NAMED.findall(text)) == set()


@pytest.mark.parametrize("language", languages())
def test_a_language_has_all_strings_with_the_same_places(language: str) -> None:
    strings = Strings.of(language).group("")
    assert list(strings) == list(ENGLISH)
    for key, string in strings.items():
        assert places(string) == places(ENGLISH[key]), key
        assert isinstance(string, str) == isinstance(ENGLISH[key], str), key
        assert isinstance(string, str) or set(string) == set(ENGLISH[key]), key


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_has_one_string_a_line(language: str) -> None:
    """Node reads it too, without a YAML parser."""
    for line in (PACKAGE / "languages" / f"{language}.yml").read_text("utf-8").splitlines():
        assert not line or line.startswith("#") or ONE_LINE.fullmatch(line), line


def test_there_are_three_languages() -> None:
    assert languages() == ("de", "en", "es")


@pytest.mark.parametrize(
    ("written", "language"), [("de", "de"), ("de-CH", "de"), ("es_MX", "es"), ("ja", "en"), ("", "en"), ("DE", "de")]
)
def test_a_language_is_found_by_its_first_part(written: str, language: str) -> None:
    assert Strings.of(written).language == language


VECTORS = json.loads((ROOT / "tests/vectors/strings.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_what_becomes_of_a_string(vector: dict[str, Any]) -> None:
    """The twin reads the same vectors in `tests/js/strings.test.js`."""
    assert Strings.of(vector["language"])(vector["key"], **vector["values"]) == vector["expected"]


def test_in_html_only_what_is_html_stays_so() -> None:
    strings = Strings.of("en")
    assert strings.html("category.readme", store="<b>&{store}") == "What &lt;b&gt;&amp;{store} says"
    assert strings.html("category.is_always_applied", page=Markup("<a>x</a>")).endswith("on <a>x</a>")


def overridden(folder: Path, text: str, language: str = "en") -> Strings:
    (folder / "strings.yml").write_text(text, "utf-8")
    return Strings.of(language, folder)


def test_a_site_replaces_single_strings(tmp_path: Path) -> None:
    strings = overridden(tmp_path, "home.title: What we know\ncount.entries: '{count} notes'\n", "de")
    assert strings("home.title") == "What we know"
    assert strings("count.entries", count=1) == "1 notes"
    assert strings("home.tags") == "Schlagwörter"
    assert overridden(tmp_path, "")("home.title") == "Knowledge"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("home.titel: x", 'strings.yml:1:13: there is no string "home.titel"\ndid you mean "home.title"?'),
        ("\nhome.title: '{name}'", 'strings.yml:2:13: home.title has no value for "{name}"\nits places: none'),
        ("count.entries: {one: x}", "count.entries has no such forms"),
        ("home.title: {other: x}", "home.title has no such forms"),
        ("count.entries: {few: x, other: y}", 'unknown key "few"'),
        ("home.title: [x]", "home.title must be a single value"),
    ],
)
def test_an_override_that_replaces_nothing_is_refused(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        overridden(tmp_path, text)
    assert told in str(refused.value)


def test_the_guide_lists_every_template() -> None:
    guide = (ROOT / "docs/guide/customise.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in guide.splitlines() if line.startswith("| `")]
    listed = {name for row in rows for name in re.findall(r"`([a-z_]+\.[a-z]+)`", row)}
    assert listed == {file.name for file in (PACKAGE / "pages" / "templates").iterdir()}
