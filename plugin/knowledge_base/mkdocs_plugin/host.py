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
from .markdown import BodyRenderer
from .preview import Answer, BodyKey, KeptBody, NotKept, Preview


class PageHost:
    """Renders for one page. Images that its entries show are added to the files of the site.

    Where `only_kept`, a body that the preview has not kept raises `NotKept`.
    """

    def __init__(
        self,
        page: MkDocsPage,
        files: Files,
        config: MkDocsConfig,
        bodies: BodyRenderer,
        links: Links,
        preview: Preview | None = None,
        *,
        only_kept: bool = False,
    ) -> None:
        self._page = page
        self.root = "../" * page.file.url.count("/") or "./"
        self._files = files
        self._config = config
        self._bodies = bodies
        self._links = links
        self._preview = preview
        self._only_kept = only_kept
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
        key = self._page.file.src_uri, place, id_prefix
        return self._rendered(markdown, place, target, None, id_prefix, trusted, again=again, key=key)

    def document(self, document: Document) -> Markup:
        def target(url: str, image: bool) -> Target | None:
            return self._links.resolve_in(document, url, image=image)

        place = f"{document.source.settings.name}:{document.path}"
        return self._rendered(document.body, place, target, document.line_of, "", is_trusted(document.source))

    def _rendered(
        self,
        markdown: str,
        place: str,
        target_of: Callable[[str, bool], Target | None],
        line_of: Callable[[str], int | None] | None,
        id_prefix: str,
        trusted: bool,
        *,
        again: bool = False,
        key: BodyKey | None = None,
    ) -> Markup:
        answers: list[Answer] = []

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

        def noted(url: str, image: bool) -> str | None:
            answers.append((url, image, answer := resolve(url, image)))
            return answer

        kept = self._preview.body(key, markdown, trusted, resolve) if self._preview and key else None
        if kept is None:
            if self._only_kept:
                raise NotKept
            body = self._bodies.convert(markdown, again=again)
            html = body.html(noted, id_prefix, trusted=trusted)
            toc = TableOfContents([]) if id_prefix else body.toc(trusted=trusted)
            kept = KeptBody(markdown, trusted, html, toc, tuple(answers))
            if self._preview and key:
                self._preview.bodies[key] = kept
        if not id_prefix:
            self.shown, self.toc = kept.html, kept.toc
        return kept.html

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
