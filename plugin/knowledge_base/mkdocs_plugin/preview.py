"""What `mkdocs serve` keeps from one build to the next, so that an edit redoes only the pages that it changes.

A page of ours is published as it was if everything is as it was: the configuration, the theme, the pages there are, the
navigation, and all that our templates put on it. What is saved is converting bodies, and the templates of the theme,
which cost most of a build. Our own templates run again, because only they know what a page shows; but not for an entry
that is as it was, while no other entry has changed in more than its text: a page of an entry shows the text of no other
but of the glossary. Where something else could change a page, nothing is kept: a stale page is worse than a slow one.
"""

from __future__ import annotations

import gc
import hashlib
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation
from mkdocs.structure.toc import TableOfContents

from ..config import Settings
from ..files import holds
from ..index import Builder
from ..pages import Sections, Site
from .markdown import Resolve

_KNOWN_PLUGINS = ("knowledge_base.", "material.plugins.search.", "mkdocs.contrib.search")
"""Plugins of which we know that they change no page of ours."""
_PAGE_EVENTS = (
    *("files", "nav", "env", "pre_page", "page_read_source", "page_markdown", "page_content"),
    *("page_context", "post_page"),
)


class OurFile(File):
    """The source of a page of ours; or the page itself as it was, which MkDocs copies and makes no page of."""

    is_kept = False

    def is_documentation_page(self) -> bool:
        return not self.is_kept and super().is_documentation_page()

    def keep(self, html: bytes) -> None:
        self.is_kept, self.content_bytes = True, html

    def wake(self) -> None:
        """Be a source again."""
        self.is_kept, self.content_bytes = False, b""

    def copy_file(self, dirty: bool = False) -> None:
        if not self.is_kept or not holds(self.abs_dest_path, self.content_bytes):
            super().copy_file(dirty)


class NotKept(Exception):
    """A body has to be rendered."""


BodyKey = tuple[str, str, str]
"""The source of a page, the place of an entry whose body is on it, the prefix of its ids."""

Answer = tuple[str, bool, "str | None"]
"""A link of a body, whether it is that of an image, and its URL on the page."""


@dataclass(frozen=True, slots=True)
class KeptBody:
    """A body on a page. It serves again if its text is the same and all its links lead where they led."""

    text: str
    trusted: bool
    html: Markup
    toc: TableOfContents
    links: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was published. `inputs` and `late` are digests of what we gave to the theme for it, before and after
    every body was rendered."""

    inputs: bytes
    late: bytes
    html: bytes
    update_date: str
    sections: Sections
    anchors: frozenset[str] | None


def _written(config: MkDocsConfig) -> str:
    """The settings as they are written, with those that they inherit."""
    with warnings.catch_warnings():  # MkDocs does without them; nothing else tells what was written
        warnings.simplefilter("ignore", DeprecationWarning)
        return repr(config.user_configs)


class Preview:
    """The memory of one `mkdocs serve`."""

    def __init__(self) -> None:
        self.index = Builder()
        self.bodies: dict[BodyKey, KeptBody] = {}
        self.pages: dict[str, KeptPage] = {}
        """By their source."""
        self._surroundings: object = None
        self._navigation: object = None
        self.told: set[str] = set()
        """The findings of the last build."""
        self.untouched: frozenset[str] = frozenset()
        """The sources of the pages of entries for which our templates would make what they made."""
        self._compared: tuple[object, dict[str, str]] | None = None
        self._built: tuple[object, dict[str, str]] | None = None

    def start(self, config: MkDocsConfig) -> None:
        """A build begins. All is forgotten if something has changed that every page depends on."""
        theme = _theme(config)
        now = (_written(config), theme)
        if now != self._surroundings or theme is None or _has_strangers(config):
            self.bodies.clear()
            self.pages.clear()
        self._surroundings = now

    def compare(self, settings: Settings | None, site: Site) -> None:
        """Find the untouched entries of this build, against the last one if that came to its end."""
        around = (
            settings,
            tuple(site.registry),
            site.glossary,
            [(entry.store, replace(entry.info, checksum="")) for entry in site.entries],
            [(site.origin_of(entry), site.day_of(entry)) for entry in site.entries],
        )
        checksums = {site.entry_source(entry): entry.info.checksum for entry in site.entries}
        was = self._built[1] if self._built and self._built[0] == around else {}
        self.untouched = frozenset(source for source, checksum in checksums.items() if was.get(source) == checksum)
        self._compared, self._built = (around, checksums), None

    def end(self) -> None:
        """The build has come to its end."""
        if not gc.get_freeze_count():
            # What is kept from here on, a collection of garbage need not look at again and again: a fifth of a rebuild.
            gc.collect()
            gc.freeze()
        self._built = self._compared

    def body(self, key: BodyKey, text: str, trusted: bool, resolve: Resolve) -> KeptBody | None:
        """The body as it was, if it would be the same now."""
        kept = self.bodies.get(key)
        if kept is None or (kept.text, kept.trusted) != (text, trusted):
            return None
        # All of them, and not up to the first that differs: to resolve is also to publish an image and to note a link.
        answers = [(url, image, resolve(url, image)) for url, image, _ in kept.links]
        return kept if tuple(answers) == kept.links else None

    def is_new(self, navigation: Navigation) -> bool:
        """Whether the navigation, which every page shows, is not that of the last build."""
        now = list(_items(navigation.items))
        was, self._navigation = self._navigation, now
        return was != now


def digest(*texts: str) -> bytes:
    """One digest of several texts."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(f"{len(text)}:".encode())
        whole.update(text.encode("utf-8", "surrogatepass"))
    return whole.digest()


def _has_strangers(config: MkDocsConfig) -> bool:
    """Whether a plugin or a hook that we do not know may change our pages."""
    handlers = (handler for event in _PAGE_EVENTS for handler in config.plugins.events[event])
    return any(not str(getattr(handler, "__module__", "")).startswith(_KNOWN_PLUGINS) for handler in handlers)


def _theme(config: MkDocsConfig) -> object:
    """The files that the site lays over the theme; None where a template lists all pages, which we cannot follow."""
    folder = config.theme.custom_dir
    files = sorted(file for file in Path(folder).rglob("*") if file.is_file()) if folder else []
    contents = [(str(file), file.read_bytes()) for file in files]
    return None if any(b"pages" in content for name, content in contents if name.endswith(".html")) else contents


def _items(items: Collection[Any]) -> Iterator[tuple[object, ...]]:
    for item in items:
        yield item.title, getattr(item, "url", None), list(_items(item.children or ()))
