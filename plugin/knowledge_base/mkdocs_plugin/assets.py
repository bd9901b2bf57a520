"""The scripts and styles of the search, on every page; the index is fetched when the search is opened."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

from ..config import SearchSettings
from ..pages import Strings

FOLDER = "assets/knowledge"
INDEX = f"{FOLDER}/index"

_PACKAGE = Path(__file__).parent.parent
_BUNDLES = _PACKAGE / "assets" / "bundles"  # made of the sources beside them by bundle.mjs
_THEME = Path(__file__).parent / "theme"


FIRST = ("knowledge.js", "knowledge.css", "search.js")
"""What is loaded up to the first answer."""

_STRINGS = {
    "knowledge.js": ("number.", "shell."),
    "search.js": ("search.",),
    "rare.js": ("why.", "filters.", "help.", "recent."),
    "page.js": ("list.",),
}
"""The strings that go before a script."""


def register(config: MkDocsConfig) -> None:
    """Add our script, our style and our replacement of the theme's search box to the site."""
    script = ExtraScriptValue(f"{FOLDER}/knowledge.js")
    script.defer = True
    config.extra_javascript.append(script)
    config.extra_css += [f"{FOLDER}/{name}.css" for name in ("knowledge", "pages")]
    # After the overrides of the site itself, before the theme.
    position = 1 if config.theme.custom_dir else 0
    config.theme.dirs.insert(position, str(_THEME))


def contents(strings: Strings, settings: SearchSettings, collapse_copies: bool) -> dict[str, str]:
    """Our scripts and styles as they are published, by name."""
    before = {name: _preface(strings.group(*groups)) for name, groups in _STRINGS.items()}
    before["search.js"] += _given("settings", {"recent": settings.recent, "collapse": collapse_copies})
    return {path.name: before.get(path.name, "") + path.read_text("utf-8") for path in sorted(_BUNDLES.iterdir())}


def files(config: MkDocsConfig, strings: Strings, settings: SearchSettings, collapse_copies: bool) -> list[File]:
    return [
        File.generated(config, f"{FOLDER}/{name}", content=content, inclusion=InclusionLevel.INCLUDED)
        for name, content in contents(strings, settings, collapse_copies).items()
    ]


def scripts(strings: Strings, settings: SearchSettings, collapse_copies: bool) -> list[bytes]:
    """What a page loads of these up to a first answer."""
    published = contents(strings, settings, collapse_copies)
    return [published[name].encode() for name in FIRST]


def _preface(strings: Mapping[str, object]) -> str:
    """A script that gives strings to the scripts after it."""
    return _given("strings", strings)


def _given(name: str, values: Mapping[str, object]) -> str:
    written = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.knowledgeBase??=({{}});knowledgeBase.{name}={{...knowledgeBase.{name},...{written}}};"
