"""Where a link in an entry leads: to another page of the site, to an image of a store, or nowhere."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..model import StoreId
from .addresses import HOME
from .images import is_safe_image
from .site import Site


@dataclass(frozen=True, slots=True)
class Target:
    """The end of a link. `image` is the file to publish at `source`, for an image."""

    source: str
    suffix: str = ""
    image: Path | None = None


@dataclass
class Links:
    """Resolves the relative links of entries. `documents` gives the source of each page of the docs by its file."""

    site: Site
    documents: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._folders = {
            named.id: posixpath.abspath(getattr(named.store, "folder", f"/{named.id}")) for named in self.site.stores
        }
        self._pages = dict(self.documents)
        for named in self.site.stores:
            root = self._folders[named.id]
            self._pages[root] = self.site.store_source(named.id)
            for category in self.site.categories:
                self._pages[f"{root}/{category.name}"] = self.site.category_source(category.name)
            for info in named.store.entries():
                self._pages[f"{root}/{info.path}"] = self.site.source_of(named.id, info.path)

    def label(self, store: StoreId) -> str:
        """How places in a store are written."""
        named = next(named for named in self.site.stores if named.id == store)
        return getattr(named.store, "label", "") or str(store)

    def resolve(self, store: StoreId, path: str, url: str) -> Target | None:
        """The target of a relative `url` in the entry `path` of `store`; None for one that leads nowhere."""
        parts = urlsplit(url)
        folder = f"{self._folders[store]}/{posixpath.dirname(path)}"
        file = posixpath.normpath(f"{folder}/{unquote(parts.path)}")
        suffix = (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
        if file in self._pages:
            return Target(self._pages[file], suffix)
        for id_, root in self._folders.items():
            inside = file.removeprefix(f"{root}/")
            if inside != file and is_safe_image(Path(root), inside):
                return Target(f"{HOME}/{id_.tier}/{id_.name}/{inside}", suffix, Path(file))
        return None
