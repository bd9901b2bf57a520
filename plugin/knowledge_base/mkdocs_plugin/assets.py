"""The scripts and styles of the search, on every page; the index is fetched when the search is opened."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

from ..pages import Strings
from .slim import slim

FOLDER = "assets/knowledge"
INDEX = f"{FOLDER}/index"

BUNDLES = {
    "knowledge.js": ("say.js", "knowledge.js"),
    "search.js": (
        *("loader.js", "text.js", "formula.js", "excerpt.js", "lexicon.js", "joints.js", "terms.js", "index.js"),
        *("search.js", "hits.js", "dialog.js"),
    ),
}
"""Published scripts of several sources: what every page loads, and what it loads when the search is opened."""
STRINGS = {"knowledge.js": ("number.", "shell."), "search.js": ("search.",), "listing.js": ("list.",)}
"""Groups of strings that stand before a published script."""

_PACKAGE = Path(__file__).parent.parent
_ASSETS = _PACKAGE / "assets"
_THEME = Path(__file__).parent / "theme"


def register(config: MkDocsConfig) -> None:
    """Add our script, our style and our replacement of the theme's search box to the site."""
    script = ExtraScriptValue(f"{FOLDER}/knowledge.js")
    script.defer = True
    config.extra_javascript.append(script)
    config.extra_css.append(f"{FOLDER}/knowledge.css")
    # After the overrides of the site itself, before the theme.
    position = 1 if config.theme.custom_dir else 0
    config.theme.dirs.insert(position, str(_THEME))


def files(config: MkDocsConfig, strings: Strings) -> list[File]:
    """The files of our own scripts and styles. A source that is in no bundle is published by itself."""
    bundled = {source for sources in BUNDLES.values() for source in sources}
    alone = [path.name for path in _ASSETS.iterdir() if path.suffix in (".js", ".css") and path.name not in bundled]
    sources = {**{name: (name,) for name in alone}, **BUNDLES}
    return [
        File.generated(
            config,
            f"{FOLDER}/{name}",
            content=(_preface(strings.group(*STRINGS[name])) if name in STRINGS else "")
            + "".join(map(_slim, sources[name])),
            inclusion=InclusionLevel.INCLUDED,
        )
        for name in sorted(sources)
    ]


def _slim(source: str) -> str:
    return slim((_ASSETS / source).read_text("utf-8"))


def scripts(config: MkDocsConfig, strings: Strings) -> list[bytes]:
    """What a page loads of these up to a first answer."""
    return [file.content_bytes for file in files(config, strings)]


def _preface(strings: Mapping[str, object]) -> str:
    """A script that gives strings to the scripts after it."""
    if not strings:
        return ""
    written = json.dumps(strings, ensure_ascii=False, separators=(",", ":"))
    return f"((globalThis.knowledgeBase ??= {{}}).strings ??= {{}}, Object.assign(knowledgeBase.strings, {written}));\n"
