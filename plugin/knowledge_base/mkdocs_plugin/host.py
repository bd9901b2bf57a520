"""What pages ask of MkDocs: URLs of other pages, bodies as HTML, edit links."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from urllib.parse import quote, urljoin

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import TableOfContents

from ..pages import EntryRef, Links
from .markdown import BodyRenderer


class PageHost:
    """Renders for one page. Images that its entries show are added to the files of the site."""

    def __init__(
        self,
        page: MkDocsPage,
        files: Files,
        config: MkDocsConfig,
        bodies: BodyRenderer,
        links: Links,
    ) -> None:
        self._page = page
        self._files = files
        self._config = config
        self._bodies = bodies
        self._links = links
        self.toc: TableOfContents | None = None

    def href(self, source: str) -> str:
        file = self._files.get_file_from_path(source)
        return file.url_relative_to(self._page.file) if file else "#"

    def body(self, entry: EntryRef, markdown: str, id_prefix: str = "") -> Markup:
        def resolve(url: str) -> str | None:
            target = self._links.resolve(entry.store, entry.info.path, url)
            if target is None:
                return None
            if target.image and not self._files.get_file_from_path(target.source):
                self._files.append(
                    File.generated(
                        self._config,
                        target.source,
                        abs_src_path=str(target.image),
                        inclusion=InclusionLevel.INCLUDED,
                    )
                )
            return self.href(target.source) + target.suffix

        html, toc = self._bodies.render(markdown, resolve, id_prefix)
        if self.toc is None:
            self.toc = toc
        return html

    def edit_url(self, entry: EntryRef) -> str | None:
        """The forge's edit page, for entries that lie in the repository of the site."""
        label = self._links.label(entry.store)
        base = edit_base(self._config)
        if base is None or PurePosixPath(label).is_absolute() or ".." in PurePosixPath(label).parts:
            return None
        return urljoin(base, quote(f"{label}/{entry.info.path}"))


def edit_base(config: MkDocsConfig) -> str | None:
    """The URL under which the files of the repository are edited: the edit URI of the docs without their folder."""
    if not config.repo_url or not config.edit_uri or not config.config_file_path:
        return None
    docs = Path(config.docs_dir).relative_to(Path(config.config_file_path).parent).as_posix()
    stem = config.edit_uri.rstrip("/")
    if not stem.endswith(f"/{docs}"):
        return None
    return urljoin(config.repo_url.rstrip("/") + "/", stem.removesuffix(docs).lstrip("/"))
