"""`sources:` and `pages:` of `knowledge.yml` as typed values, checked."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import did_you_mean
from .forges import FIELDS, FORGES, forge_of, template_problem
from .names import name_problem
from .urls import SCHEMES, GitUrl, parse_url, path_problem, ref_problem

if TYPE_CHECKING:
    from .yaml_file import Value


class Trust(str, enum.Enum):
    """Whether raw HTML of a source is published as it is."""

    UNTRUSTED = "untrusted"
    TRUSTED = "trusted"


@dataclass(frozen=True, slots=True)
class SourceLimits:
    """The most that is taken from a source: files used, bytes of them and on the wire, seconds for one run."""

    files: int = 20_000
    bytes: int = 200_000_000
    seconds: int = 120


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """A repository at a ref. `ref` None means the branch that the server calls its default."""

    name: str
    url: GitUrl
    ref: str | None = None
    trust: Trust = Trust.UNTRUSTED
    optional: bool = False
    forge: str | None = None
    view_url: str | None = None
    edit_url: str | None = None
    canonical_url: str | None = None
    limits: SourceLimits = SourceLimits()


@dataclass(frozen=True, slots=True)
class PageSettings:
    """Documents of a source that become pages: those that the pattern `files` matches go to `to`."""

    source: str
    files: str
    to: str
    place: str
    canonical_url: str | None = None

    @property
    def is_pattern(self) -> bool:
        return any(char in self.files for char in "*?[")

    @property
    def fixed(self) -> str:
        """The folder that all files of the pattern share, without a slash at its end."""
        parts = self.files.split("/")[:-1]
        wild = next((i for i, part in enumerate(parts) if any(char in part for char in "*?[")), len(parts))
        return "/".join(parts[:wild])


_KEYS = (
    "git",
    "ref",
    "trust",
    "optional",
    "forge",
    "view_url",
    "edit_url",
    "canonical_url",
    "limits",
)


def parse_sources(value: Value) -> tuple[SourceSettings, ...]:
    return tuple(_source(name, item) for name, item in value.mapping().items())


def _source(name: str, item: Value) -> SourceSettings:
    if problem := name_problem(name):
        raise item.fail(f'the source name "{name}" {problem}', "choose a plain name: letters, digits, - and _")
    keys = item.mapping(_KEYS)
    item.require(keys, "git")
    url = parse_url(keys["git"].text())
    if isinstance(url, str):
        raise keys["git"].fail(
            f'the URL of source "{name}" {url}',
            f"write it as {', '.join(f'{scheme}://…' for scheme in SCHEMES)} or user@host:path, without a password:"
            " git's credential helpers know it",
        )
    ref = keys["ref"].text() if "ref" in keys else None
    if ref is not None and (problem := ref_problem(ref)):
        raise keys["ref"].fail(f'the ref "{ref}" {problem}', "name a branch, a tag or a full commit of 40 digits")
    return SourceSettings(
        name,
        url,
        ref,
        Trust(_one_of(keys, "trust", [kind.value for kind in Trust], Trust.UNTRUSTED.value)),
        "optional" in keys and keys["optional"].boolean(),
        _one_of(keys, "forge", list(FORGES), "") or forge_of(url.host),
        _template(keys, "view_url"),
        _template(keys, "edit_url"),
        _template(keys, "canonical_url"),
        _limits(keys["limits"]) if "limits" in keys else SourceLimits(),
    )


def _one_of(keys: Mapping[str, Value], key: str, known: list[str], default: str) -> str:
    if key not in keys:
        return default
    text = keys[key].text()
    if text not in known:
        raise keys[key].fail(f'unknown {key} "{text}"', f"{did_you_mean(text, known)}known: {', '.join(known)}")
    return text


def _template(keys: Mapping[str, Value], key: str) -> str | None:
    if key not in keys:
        return None
    template = keys[key].text()
    if problem := template_problem(template):
        fields = ", ".join(f"{{{field}}}" for field in FIELDS)
        raise keys[key].fail(f"{key} {problem}", f"write an address with any of {fields} in it")
    return template


def _limits(value: Value) -> SourceLimits:
    keys = value.mapping(("files", "bytes", "seconds"))
    return SourceLimits(**{name: item.positive() for name, item in keys.items()})


def parse_pages(value: Value, sources: Mapping[str, SourceSettings]) -> tuple[PageSettings, ...]:
    return tuple(_pages(item, sources) for item in value.sequence())


def _pages(item: Value, sources: Mapping[str, SourceSettings]) -> PageSettings:
    keys = item.mapping(("source", "from", "to", "canonical_url"))
    item.require(keys, "source", "from", "to")
    files = inside(keys["from"])
    to = inside(keys["to"])
    pages = PageSettings(known_source(keys["source"], sources), files, to, item.place, _template(keys, "canonical_url"))
    if not to.endswith("/") and (pages.is_pattern or not to.endswith(".md")):
        raise keys["to"].fail(
            f'"{to}" is neither a folder nor the Markdown file that one document becomes',
            'end the folder with "/", as in guides/web/',
        )
    return pages


def known_source(value: Value, sources: Mapping[str, SourceSettings]) -> str:
    """The name of a declared source."""
    name = value.text()
    if name not in sources:
        known = f"sources: {', '.join(sources)}" if sources else "declare it under `sources:`"
        raise value.fail(f'unknown source "{name}"', did_you_mean(name, sources) + known)
    return name


def inside(value: Value) -> str:
    """A path or pattern that stays where it is looked for."""
    path = value.text().removeprefix("./")
    if problem := path_problem(path):
        raise value.fail(f'the path "{path}" {problem}', "write it from the root, with plain names and /")
    return path
