"""Where a link leads: to another page of the site, to an image, to a file at its forge, or nowhere."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from ..model import StoreId
from ..stores.git import LFS_POINTER
from ..sync import Source
from ..sync.wanted import IMAGES
from .addresses import HOME, slug
from .images import is_safe_content, is_safe_image
from .origins import Document, view
from .site import Page, Site

_INDEX = ("README.md", "index.md")


@dataclass(frozen=True, slots=True)
class Target:
    """The end of a link. `source` is a page of the site, or where an image is published: `image` is its file, `content`
    its bytes. With `url`, the link leads out of the site. With neither, it is an image that may not be published.
    """

    source: str = ""
    suffix: str = ""
    image: Path | None = None
    content: bytes | None = None
    url: str | None = None


@dataclass
class Links:
    """Resolves relative links. `documents` gives the source of each page of the docs by its file."""

    site: Site
    documents: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._linked_from: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._folders: dict[StoreId, str] = {}
        self._pages = dict(self.documents)
        self._in_sources: dict[tuple[str, str], str] = {}
        for named in self.site.stores:
            source = self.site.origins.source_of(named.id)
            if source is None:
                root = posixpath.abspath(getattr(named.store, "folder", f"/{named.id}"))
                self._folders[named.id] = root
                self._pages |= {
                    posixpath.normpath(f"{root}/{path}"): page for path, page in self._known(named.id).items()
                }
            else:
                for path, page in self._known(named.id).items():
                    key = source.settings.name, self._repository_path(named.id, path)
                    self._in_sources.setdefault(key, page)
        for page, document in self.site.origins.documents.items():
            self._in_sources.setdefault((document.source.settings.name, document.path), page)

    def follow(self, page: str, target: str) -> None:
        """Note that a page links to another; both are sources."""
        if page != target:
            self._linked_from[target][page] = None

    def linked_from(self, source: str) -> list[Page]:
        """The pages of the site that link to a page, of those whose links were followed; in the order of the site."""
        found = self._linked_from.get(source, {})
        return [self.site.pages[page] for page in sorted(found, key=self._place_of.__getitem__)]

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {source: place for place, source in enumerate(self.site.pages)}

    def label(self, store: StoreId) -> str:
        """How places in a store are written."""
        named = next(named for named in self.site.stores if named.id == store)
        return getattr(named.store, "label", "") or str(store)

    def resolve(self, store: StoreId, path: str, url: str, *, image: bool = False) -> Target | None:
        """The target of a relative `url` in the entry `path` of `store`; None for one that leads nowhere.

        `image` says that the page would show the target itself.
        """
        source = self.site.origins.source_of(store)
        if source is not None:
            return self._in_source(source, self.site.origins.path_of(store, path), urlsplit(url), image)
        parts = urlsplit(url)
        if parts.path.startswith("/"):
            return Target(url=url)
        folder = f"{self._folders[store]}/{posixpath.dirname(path)}"
        file = posixpath.normpath(f"{folder}/{unquote(parts.path)}")
        if file in self._pages:
            return Target(self._pages[file], _suffix(parts))
        for id_, root in self._folders.items():
            inside = file.removeprefix(f"{root}/")
            if inside != file and is_safe_image(root, inside):
                return Target(f"{HOME}/{id_.tier}/{id_.name}/{inside}", _suffix(parts), Path(file))
        return None

    def resolve_in(self, document: Document, url: str, *, image: bool = False) -> Target | None:
        """The same for a `url` in a document of a source."""
        return self._in_source(document.source, document.path, urlsplit(url), image)

    def _in_source(self, source: Source, path: str, parts: SplitResult, image: bool) -> Target | None:
        wanted = unquote(parts.path)
        # As forges show it, a path that starts with a slash starts at the root of the repository.
        folder = "" if wanted.startswith("/") else posixpath.dirname(path)
        file = posixpath.normpath(posixpath.join(folder, wanted.lstrip("/")))
        if file == ".." or file.startswith("../"):
            return None
        file = "" if file == "." else file
        tree, suffix = source.tree, _suffix(parts)
        real = tree.follow(file) or file
        if not image:
            for candidate in (file, real, *(posixpath.join(file, name) for name in _INDEX)):
                if page := self._in_sources.get((source.settings.name, candidate)):
                    return Target(page, suffix)
        if posixpath.splitext(real)[1].lower() in IMAGES:
            content = tree.content(real)
            if content and not content.startswith(LFS_POINTER) and is_safe_content(real, content):
                return Target(_published(source, real), suffix, content=content)
        if image:
            return None  # what could run scripts, or is no image, is not shown
        address = (
            view(source, file)
            if file in tree.files
            else view(source, file, folder=True)
            if file in tree.folders
            else None
        )
        return Target(url=f"{address}{suffix}") if address else None

    def _known(self, id_: StoreId) -> dict[str, str]:
        """The pages of a store by path in it; the store itself is at the empty path."""
        named = next(named for named in self.site.stores if named.id == id_)
        return {
            "": self.site.store_source(id_),
            **{category.name: self.site.category_source(category.name) for category in self.site.categories},
            **{info.path: self.site.source_of(id_, info.path) for info in named.store.entries()},
        }

    def _repository_path(self, id_: StoreId, path: str) -> str:
        found = self.site.origins.path_of(id_, path)
        return "" if found == "." else found


def _published(source: Source, path: str) -> str:
    """Where an image of a source is published: named by its content, so that none can take the place of another."""
    stem, suffix = posixpath.splitext(posixpath.basename(path))
    name = f"{slug(stem, 'image')}-{source.tree.files[path].oid[:12]}{suffix.lower()}"
    return f"{HOME}/sources/{source.settings.name}/{name}"


def _suffix(parts: SplitResult) -> str:
    return (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
