"""The scripts and styles of the search, on every page; the index is fetched when the search is opened."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

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


def files(config: MkDocsConfig) -> list[File]:
    return [
        File.generated(
            config, f"{FOLDER}/{path.name}", content=slim(path.read_text("utf-8")), inclusion=InclusionLevel.INCLUDED
        )
        for path in sorted(_ASSETS.iterdir())
        if path.suffix in (".js", ".css")
    ]
