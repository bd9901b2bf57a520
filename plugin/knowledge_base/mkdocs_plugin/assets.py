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
from .shorten import shorten
from .slim import slim, slim_style

FOLDER = "assets/knowledge"
INDEX = f"{FOLDER}/index"

_PACKAGE = Path(__file__).parent.parent
_ASSETS = _PACKAGE / "assets"
_THEME = Path(__file__).parent / "theme"


BUNDLES = {
    "knowledge.js": ("say", "knowledge"),
    "search.js": (
        *("loader", "text", "formula", "excerpt", "lexicon", "filter", "terms", "index", "search"),
        *("hits", "rows", "dialog"),
    ),
    "texts.js": ("joints", "texts"),
    "rare.js": ("refusals", "nearest", "facets", "why", "filters", "help", "recent"),
    "page.js": ("listing", "arrival"),
    "knowledge.css": ("knowledge", "dialog"),
    "pages.css": ("pages", "panels"),
}
"""What is published as one file, in this order: for every page, for the opened search, and what only some need."""

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
    sources = shipped()
    return {
        name: before.get(name, "") + "".join(sources[f"{stem}{Path(name).suffix}"] for stem in stems)
        for name, stems in BUNDLES.items()
    }


def files(config: MkDocsConfig, strings: Strings, settings: SearchSettings, collapse_copies: bool) -> list[File]:
    return [
        File.generated(config, f"{FOLDER}/{name}", content=content, inclusion=InclusionLevel.INCLUDED)
        for name, content in contents(strings, settings, collapse_copies).items()
    ]


def scripts(strings: Strings, settings: SearchSettings, collapse_copies: bool) -> list[bytes]:
    """What a page loads of these up to a first answer."""
    published = contents(strings, settings, collapse_copies)
    return [published[name].encode() for name in FIRST]


def shipped() -> dict[str, str]:
    """Each of our scripts and styles in fewer bytes, by the name of its source."""
    sources = {path.name: path.read_text("utf-8") for path in sorted(_ASSETS.iterdir())}
    scripts = {name: slim(source) for name, source in sources.items() if name.endswith(".js")}
    styles = {name: slim_style(source) for name, source in sources.items() if name.endswith(".css")}
    return shorten(scripts) | styles


def _preface(strings: Mapping[str, object]) -> str:
    """A script that gives strings to the scripts after it."""
    return _given("strings", strings)


def _given(name: str, values: Mapping[str, object]) -> str:
    written = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.knowledgeBase??=({{}});knowledgeBase.{name}={{...knowledgeBase.{name},...{written}}};"
