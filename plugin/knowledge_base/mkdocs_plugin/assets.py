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
    before = {
        "knowledge.js": _preface(strings.group("number.", "shell.")) + slim((_ASSETS / "say.js").read_text("utf-8")),
        "loader.js": _preface(strings.group("search.")),
        "listing.js": _preface(strings.group("list.")),
    }
    return [
        File.generated(
            config,
            f"{FOLDER}/{path.name}",
            content=before.get(path.name, "") + slim(path.read_text("utf-8")),
            inclusion=InclusionLevel.INCLUDED,
        )
        for path in sorted(_ASSETS.iterdir())
        if path.suffix in (".js", ".css") and path.name != "say.js"
    ]


def scripts(config: MkDocsConfig, strings: Strings) -> list[bytes]:
    """What a page loads of these up to a first answer."""
    return [file.content_bytes for file in files(config, strings)]


def _preface(strings: Mapping[str, object]) -> str:
    """A script that gives strings to the scripts after it."""
    written = json.dumps(strings, ensure_ascii=False, separators=(",", ":"))
    return f"((globalThis.knowledgeBase ??= {{}}).strings ??= {{}}, Object.assign(knowledgeBase.strings, {written}));\n"
