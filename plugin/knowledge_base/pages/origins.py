"""Where what is published came from: the source, the file at its commit, where to edit it, where else it is read."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ..config import Settings, SourceSettings, StoreSettings
from ..config.forges import FORGES, fill
from ..entries import Entry, NotTextError, parse
from ..errors import KnowledgeError, RequestError
from ..model import Finding, Place, Rule, Severity, StoreId
from ..stores.git import LFS_POINTER, colliding
from ..sync import Source, Sources
from ..sync.wanted import pages_of

MARKDOWN = ".md"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Origin:
    """A file of a source, in words and addresses for a reader."""

    source: str
    repository: str
    home: str | None
    ref: str
    commit: str
    path: str
    view: str | None
    edit: str | None
    canonical: str | None

    @property
    def canonical_host(self) -> str:
        return urlsplit(self.canonical or "").netloc


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a source as a page of the docs. `page` is where it stands among the sources of the site."""

    page: str
    title: str
    body: str
    source: Source = field(repr=False)
    path: str
    origin: Origin
    lines_before: int = 0
    """Lines of the file before the body."""

    def line_of(self, written: str) -> int | None:
        """The line of the file on which `written` first stands."""
        at = self.body.find(written)
        return None if at < 0 else self.lines_before + self.body.count("\n", 0, at) + 1


@dataclass(frozen=True)
class Origins:
    """What came from sources: stores by their address, documents by their page, and what was left out."""

    sources: Mapping[str, Source] = field(default_factory=dict)
    stores: Mapping[StoreId, StoreSettings] = field(default_factory=dict)
    documents: Mapping[str, Document] = field(default_factory=dict)
    left_out: Mapping[str, KnowledgeError] = field(default_factory=dict)
    withheld: Mapping[StoreId, int] = field(default_factory=dict)
    unadmitted: frozenset[StoreId] = frozenset()
    """Stores that may not speak on pages that are not their own."""
    changed: Callable[[StoreId, str], str | None] | None = None
    findings: tuple[Finding, ...] = ()

    @classmethod
    def of(
        cls,
        settings: Settings,
        sources: Sources,
        withheld: Mapping[StoreId, int],
        unadmitted: frozenset[StoreId],
        changed: Callable[[StoreId, str], str | None] | None,
    ) -> Origins:
        documents, findings = _documents(settings, sources)
        stores = {store.id: store for store in settings.stores if store.source in sources.here}
        return cls(sources.here, stores, documents, sources.left_out, withheld, unadmitted, changed, tuple(findings))

    def source_of(self, id_: StoreId) -> Source | None:
        store = self.stores.get(id_)
        return None if store is None or store.source is None else self.sources[store.source]

    def path_of(self, id_: StoreId, inside: str) -> str:
        """Where an entry of a source's store lies in its repository."""
        return posixpath.normpath(posixpath.join(self.stores[id_].written, inside))

    def of_entry(self, id_: StoreId, inside: str) -> Origin | None:
        source = self.source_of(id_)
        return None if source is None else origin(source, self.path_of(id_, inside), inside, None)

    def of_store(self, id_: StoreId) -> Origin | None:
        """The same for the folder of a whole store."""
        source = self.source_of(id_)
        return None if source is None else origin(source, self.path_of(id_, ""), "", None)

    def day_of(self, id_: StoreId, inside: str) -> str | None:
        """The day an entry last changed, `unknown` where git cannot tell, None where nobody asked."""
        return None if self.changed is None else self.changed(id_, inside) or UNKNOWN


def origin(source: Source, path: str, below: str, canonical_url: str | None) -> Origin:
    """The origin of a file; `below` is its path from the folder that is published."""
    settings, pin = source.settings, source.pin
    values = {"path": path, "page": _page(below), "commit": pin.commit, "ref": pin.branch or ""}
    edit = _template(settings, "edit") if pin.branch else None
    canonical = canonical_url or settings.canonical_url
    home = settings.url.web if settings.forge else None
    return Origin(
        settings.name,
        _repository(settings),
        home,
        pin.ref or pin.branch or pin.commit[:12],
        pin.commit,
        path,
        view(source, path),
        None if edit is None else fill(edit, web=settings.url.web or "", **values),
        None if canonical is None else fill(canonical, **values),
    )


def view(source: Source, path: str, *, folder: bool = False) -> str | None:
    """Where the forge shows a file or folder at the pinned commit."""
    settings = source.settings
    template = _template(settings, "folder" if folder else "view")
    if template is None:
        return None
    branch = source.pin.branch or source.pin.commit
    return fill(template, web=settings.url.web or "", path=path, page=_page(path), commit=source.pin.commit, ref=branch)


def _template(settings: SourceSettings, kind: str) -> str | None:
    written = settings.edit_url if kind == "edit" else settings.view_url
    if written:
        return written
    forge = FORGES[settings.forge] if settings.forge and settings.url.web else None
    return getattr(forge, kind) if forge else None


def _page(path: str) -> str:
    stem = path.removesuffix(MARKDOWN)
    folder, _, name = stem.rpartition("/")
    return folder if name.lower() in ("index", "readme") else stem


def _repository(settings: SourceSettings) -> str:
    address = settings.url.web or settings.url.text
    parts = [part for part in urlsplit(address).path.removesuffix(".git").split("/") if part]
    return "/".join(parts[-2:] if settings.url.web else parts[-1:]) or settings.name


def _documents(settings: Settings, sources: Sources) -> tuple[dict[str, Document], list[Finding]]:
    """The documents that become pages, in the order of the settings. Refuses two that want one page."""
    documents: dict[str, Document] = {}
    findings: list[Finding] = []
    for pages in settings.pages:
        if pages.source not in sources.here:
            continue
        source = sources.here[pages.source]
        for path in pages_of(source.tree, pages):
            below = (
                path[len(pages.fixed) :].lstrip("/")
                if pages.is_pattern or path != pages.files
                else path.rpartition("/")[2]
            )
            page = pages.to if not pages.to.endswith("/") else pages.to + below
            if page in documents:
                other = documents[page]
                raise RequestError(
                    "page_occupied",
                    f"{pages.place}: {pages.source}:{path} and {other.source.settings.name}:{other.path} would both be"
                    f" the page {page}",
                    "give one of them another `to`",
                    pages.place,
                )
            found = _read(source, path)
            if isinstance(found, Finding):
                findings.append(found)
                continue
            about = origin(source, path, below, pages.canonical_url)
            before = found.text.count("\n", 0, found.body_start)
            documents[page] = Document(page, found.title, found.body, source, path, about, before)
    for page in sorted(colliding(documents)):
        gone = documents.pop(page)
        findings.append(_finding(Rule.PATH_COLLISION, gone.source, gone.path))
    return documents, findings


def _read(source: Source, path: str) -> Entry | Finding:
    """A document, or why it is not published."""
    raw = source.tree.content(path)
    if raw is None:
        return _finding(Rule.LINK_OUT_OF_SOURCE, source, path)
    if raw.startswith(LFS_POINTER):
        return _finding(Rule.LFS_POINTER, source, path)
    try:
        return parse(path, raw)
    except NotTextError as error:
        return _finding(Rule.BINARY if error.kind == "binary" else Rule.NOT_UTF8, source, path)


def _finding(rule: Rule, source: Source, path: str) -> Finding:
    return Finding(rule, Severity.WARNING, Place(f"{source.settings.name}:{path}"))
