"""The sentences of the site, in the language of its theme: a catalogue for templates and, in part, for the scripts.

`assets/say.js` is the twin of what a string becomes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup, escape

from ..config import yaml_file
from ..errors import did_you_mean

String = str | dict[str, str]
"""A text with `{places}`, or its forms by `count`: `zero` for 0 where it is given, `one` for 1, `other`."""

DEFAULT = "en"
OVERRIDES = "strings.yml"

_FOLDER = Path(__file__).parent.parent / "languages"
_FORMS = ("zero", "one", "other")
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Strings:
    """The strings of one language, called with a key. `language` is the code of the catalogue they are from."""

    language: str
    _strings: Mapping[str, String]

    @classmethod
    def of(cls, language: str, overrides: Path | None = None) -> Strings:
        """The strings of `language`, or of its first part (`de-CH`: `de`), or English; `overrides` is a folder.

        Raises SettingsError for an override that replaces nothing.
        """
        short = language.replace("_", "-").partition("-")[0].lower()
        code = next((code for code in (language.lower(), short) if code in languages()), DEFAULT)
        return cls(code, _catalogue(code) | _overridden(overrides))

    def __call__(self, key: str, /, **values: object) -> str:
        """The string of `key` with `values` in its places; whole numbers are grouped."""
        return _PLACE.sub(lambda place: str(self._shown(values[place[1]])), self._form(key, values))

    def html(self, key: str, /, **values: object) -> Markup:
        """The same for templates: all of it is escaped but what is HTML already."""
        text = str(escape(self._form(key, values)))
        return Markup(_PLACE.sub(lambda place: str(escape(self._shown(values[place[1]]))), text))  # noqa: S704

    def group(self, *prefixes: str) -> dict[str, String]:
        """The strings whose keys start with one of `prefixes`, in their order."""
        return {key: string for key, string in self._strings.items() if key.startswith(prefixes)}

    def _form(self, key: str, values: Mapping[str, object]) -> str:
        string = self._strings[key]
        if isinstance(string, str):
            return string
        form = {0: "zero", 1: "one"}.get(values["count"])  # type: ignore[call-overload]
        return string.get(form, string["other"])

    def _shown(self, value: object) -> object:
        if isinstance(value, int):
            return f"{value:,}".replace(",", str(self._strings["number.group"]))
        return value


def languages() -> tuple[str, ...]:
    """The codes of all languages that there are."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yml")))


def _catalogue(language: str) -> dict[str, String]:
    file = _FOLDER / f"{language}.yml"
    root = yaml_file.read(file, file.name)
    return {} if root is None else {key: _string(value) for key, value in root.mapping().items()}


def _string(value: yaml_file.Value) -> String:
    if value.is_mapping:
        return {form: text.text() for form, text in value.mapping(_FORMS).items()}
    return value.text()


def _overridden(folder: Path | None) -> dict[str, String]:
    file = folder / OVERRIDES if folder else None
    root = yaml_file.read(file, f"{file.parent.name}/{file.name}") if file and file.is_file() else None
    if root is None:
        return {}
    known = _catalogue(DEFAULT)
    found: dict[str, String] = {}
    for key, value in root.mapping().items():
        if key not in known:
            raise value.fail(
                f'there is no string "{key}"', f"{did_you_mean(key, known)}languages/en.yml in the package has them all"
            )
        found[key] = _string(value)
        unknown = sorted(places(found[key]) - places(known[key]))
        if unknown:
            allowed = ", ".join(sorted(places(known[key]))) or "none"
            raise value.fail(f'{key} has no value for "{{{unknown[0]}}}"', f"its places: {allowed}")
        if isinstance(found[key], dict) and (isinstance(known[key], str) or "other" not in found[key]):
            raise value.fail(f"{key} has no such forms", "write it as one text")
    return found


def places(string: String) -> set[str]:
    """The names of the places in a string, in any of its forms."""
    texts = [string] if isinstance(string, str) else string.values()
    return {place for text in texts for place in _PLACE.findall(text)}
