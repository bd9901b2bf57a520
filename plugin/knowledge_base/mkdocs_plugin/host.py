"""What pages ask of MkDocs: URLs of other pages, bodies as HTML, edit links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import quote, urljoin

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import TableOfContents

from ..config import Trust
from ..model import Finding, Place, Rule, Severity
from ..pages import Document, EntryRef, Links, Target, raw_url
from ..sync import Source
from .markdown import Body, BodyRenderer


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
        self.root = "../" * page.file.url.count("/") or "./"
        self._files = files
        self._config = config
        self._bodies = bodies
        self._links = links
        self.shown = Markup()
        self.toc: TableOfContents | None = None
        """What the page is about, and its headings."""
        self.findings: list[Finding] = []

    def href(self, source: str) -> str:
        file = self._files.src_uris.get(source)  # as it is written: this is asked for every link of a list
        return self.root + file.url if file else "#"

    def raw(self, entry: EntryRef) -> str:
        return self.root + raw_url(self._links.site, entry)

    def body(self, entry: EntryRef, markdown: str, id_prefix: str = "") -> Markup:
        source = self._links.site.origins.source_of(entry.store)
        place = f"{self._links.label(entry.store)}/{entry.info.path}"

        def target(url: str, image: bool) -> Target | None:
            return self._links.resolve(entry.store, entry.info.path, url, image=image)

        trusted = source is not None and is_trusted(source)
        again = entry.category in self._links.site.registry.always_applied
        return self._rendered(self._bodies.convert(markdown, again=again), place, target, None, id_prefix, trusted)

    def document(self, document: Document) -> Markup:
        def target(url: str, image: bool) -> Target | None:
            return self._links.resolve_in(document, url, image=image)

        place = f"{document.source.settings.name}:{document.path}"
        body = self._bodies.convert(document.body)
        return self._rendered(body, place, target, document.line_of, "", is_trusted(document.source))

    def _rendered(
        self,
        body: Body,
        place: str,
        target_of: Callable[[str, bool], Target | None],
        line_of: Callable[[str], int | None] | None,
        id_prefix: str,
        trusted: bool,
    ) -> Markup:
        def resolve(url: str, image: bool) -> str | None:
            target = target_of(url, image)
            if target is None:
                if line_of is not None:  # those of entries are told by the check
                    where = Place(place, line_of(url))
                    self.findings.append(Finding(Rule.DEAD_LINK, Severity.INFO, where, {"target": url}))
                return None
            if target.url is not None:
                return target.url
            if not id_prefix:
                self._links.follow(self._page.file.src_uri, target.source)
            if not self._files.get_file_from_path(target.source):
                self._publish(target)
            return self.href(target.source) + target.suffix

        html = body.html(resolve, id_prefix, trusted=trusted)
        if not id_prefix:
            self.toc = body.toc(trusted=trusted)
            self.shown = html
        return html

    def _publish(self, target: Target) -> None:
        """Add an image to the files of the site."""
        given = {"content": target.content} if target.image is None else {"abs_src_path": str(target.image)}
        if target.image or target.content:
            self._files.append(File.generated(self._config, target.source, inclusion=InclusionLevel.INCLUDED, **given))

    def edit_url(self, entry: EntryRef) -> str | None:
        """The forge's edit page, for entries of a source and for those that lie in the repository of the site."""
        origin = self._links.site.origin_of(entry)
        if origin is not None:
            return origin.edit
        label = self._links.label(entry.store)
        base = edit_base(self._config)
        if base is None or PurePosixPath(label).is_absolute() or ".." in PurePosixPath(label).parts:
            return None
        return urljoin(base, quote(f"{label}/{entry.info.path}"))


def is_trusted(source: Source) -> bool:
    return source.settings.trust is Trust.TRUSTED


def edit_base(config: MkDocsConfig) -> str | None:
    """The URL under which the files of the repository are edited: the edit URI of the docs without their folder."""
    if not config.repo_url or not config.edit_uri or not config.config_file_path:
        return None
    docs = Path(config.docs_dir).relative_to(Path(config.config_file_path).parent).as_posix()
    stem = config.edit_uri.rstrip("/")
    if not stem.endswith(f"/{docs}"):
        return None
    return urljoin(config.repo_url.rstrip("/") + "/", stem.removesuffix(docs).lstrip("/"))
