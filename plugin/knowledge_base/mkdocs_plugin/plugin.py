"""The events of MkDocs, each a few lines. What can fail runs in `on_config`, before MkDocs empties the old site."""

from __future__ import annotations

import json
import logging
from html import escape
from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from .. import index
from ..app import Knowledge, open_settings
from ..cached import Before
from ..checks.reporters.text import report
from ..config import FILE_NAME, SearchSettings, load
from ..errors import KnowledgeError
from ..files import add, holds, write
from ..model import StoreId
from ..pages import HOME, LLMS, Links, Origins, Page, Renderer, Sections, Site, Strings, sections
from ..pages import files as machine_files
from ..progress import shown
from ..sync.lock import lock_file
from . import assets, published
from .anchors import PageAnchors
from .docs_pages import docs_index, is_searched
from .gate import BuildGate
from .host import PageHost
from .markdown import BodyRenderer
from .preview import KeptPage, NotKept, OurFile, Preview, digest

log = get_plugin_logger("knowledge")

PLACEHOLDER = "@knowledge"
"""Where `nav` has this, the home of the knowledge base goes; it comes last where it has not."""


class Options(Config):
    config_file = config_options.Type(str, default=FILE_NAME)


class KnowledgePlugin(BasePlugin[Options]):
    fetched = False
    preview: Preview | None = None

    # Its presence keeps this object from one build of `mkdocs serve` to the next.
    def on_startup(self, *, command: str, dirty: bool) -> None:
        self.fetched = False
        self.preview = Preview() if command == "serve" and not dirty else None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        folder = Path(config.config_file_path).parent if config.config_file_path else Path()
        try:
            with shown(quiet=not log.isEnabledFor(logging.INFO)):
                self._prepare(folder, config)
        except KnowledgeError as error:
            raise PluginError(str(error)) from None
        entries = len(self.site.entries)
        log.info("entries: %d; their whole text can be read from the published search index", entries)
        self.searched_docs: set[str] = set()
        self.sections: dict[str, Sections] = {}
        self.renderer = Renderer(
            self.site,
            self._url_of,
            _overrides(config),
            config.site_name,
            _with_slash(config.site_url),
            definitions=self.knowledge.settings is None or self.knowledge.settings.definitions,
        )
        assets.register(config)
        self._watch(config)
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        if self.preview:
            published.set_aside(Path(config.site_dir))

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        # Entries first: what lists show of them again has been converted then.
        lists = [source for source, page in self.site.pages.items() if page.entry is None]
        entries = [source for source, page in self.site.pages.items() if page.entry is not None]
        scripts = assets.files(config, self.strings, self._search_settings(), self.site.collapse_copies)
        for file in (*(self.files[source] for source in (*entries, *lists)), *scripts):
            files.append(file)
        documents = {
            file.abs_src_path: file.src_uri
            for file in files.documentation_pages()
            if file.abs_src_path and file.src_uri not in self.files
        }
        self.links = Links(self.site, documents)
        self.all_files = files
        self.inputs: dict[str, bytes] = {}
        if self.preview:
            raw = (self.site.entry_source(entry) for entry in self.site.entries)
            published.put_back(Path(config.site_dir), {*raw, *(file.dest_uri for file in self.files.values())})
            self.preview.start(config)
            if not _overrides(config):  # whose templates may show anything
                self.preview.compare(self.knowledge.settings, self.site)
            for source in (*entries, *lists):
                self._publish_as_it_was(source, self.preview, files, config)
        if config.nav is not None:
            config.nav = _with_home(config.nav, self.strings("home.title"))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self.nav = nav
        for page in nav.pages:
            if isinstance(page.file, OurFile):
                page.file.wake()
        home = self.files[f"{HOME}/index.md"].page
        if config.nav is None and home is not None:
            if nav.pages:
                home.previous_page, nav.pages[-1].next_page = nav.pages[-1], home
            nav.items.append(home)
            nav.pages.append(home)
        return nav

    def on_page_read_source(self, *, page: MkDocsPage, config: MkDocsConfig) -> str | None:
        ours = self.site.pages.get(page.file.src_uri)
        # The theme prints titles as HTML. The block is JSON so that nothing of an entry can be taken for metadata.
        return None if ours is None else f"---\n{json.dumps({'title': escape(ours.title)})}\n---\n"

    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str | None:
        if page.file.src_uri in self.files:
            return None
        if is_searched(page.meta) and page.file.inclusion.is_included():
            self.searched_docs.add(page.file.src_uri)
        return None

    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str | None:
        ours = self.site.pages.get(page.file.src_uri)
        host = self._host(page, config)
        if ours is None:
            return self.renderer.defined(html, host)
        content = self.renderer.html(ours, host)
        if self.preview:
            self.inputs[ours.source] = self._inputs(ours, content, host)
        if ours.entry:
            body = self.site.read(ours.entry.store, ours.entry.info.path)
            self.sections[ours.source] = sections(body, content)
            page.edit_url = host.edit_url(ours.entry)
            page.update_date = self.site.day_of(ours.entry) or page.update_date
        if ours.document:
            page.edit_url = ours.document.origin.edit
            page.markdown = ours.document.body
            day = ours.document.source.tree.dates.get(ours.document.path)
            page.update_date = day or page.update_date
            self.searched_docs.add(page.file.src_uri)
        if ours.entry or ours.document:
            page.toc = host.toc or page.toc
            self.gate.rendered(ours.source, host.shown)
        for finding in host.findings:
            log.info(report([finding]).rstrip())
        return content

    # Before the theme's own search plugin, which leaves out of its index what is excluded here.
    @event_priority(100)
    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        page.meta["search"] = {"exclude": True}
        ours = self.site.pages.get(page.file.src_uri)
        if ours:
            page.content = (page.content or "") + self._below(ours, self._host(page, config))
        document = self.site.origins.documents.get(page.file.src_uri)
        if document and document.origin.canonical:
            page.canonical_url = document.origin.canonical
        return context

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        ours = self.site.pages.get(page.file.src_uri)
        if ours is None:
            return output
        host = self._host(page, config)
        output = output.replace("</head>", self.renderer.head(ours, host) + "</head>", 1)
        if self.preview and ours.document is None:
            self.preview.pages[ours.source] = KeptPage(
                self.inputs[ours.source],
                self._late_inputs(ours, host),
                output.encode("utf-8", "xmlcharrefreplace"),  # as MkDocs writes it
                page.update_date,
                self.sections.get(ours.source, []),
                self.gate.anchors.get(ours.source),
            )
        return output

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        if self.preview:  # the map of the site has those too that MkDocs does not make
            context["pages"] = [file for file in self.all_files if file.page and file.inclusion.is_included()]
        return context

    def on_env(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        if self.preview:
            self._redo_what_changed(self.preview, files, config)
        self.gate.after(files)
        self.docs_index = docs_index(
            files, self.searched_docs, {page: found.title for page, found in self.site.origins.documents.items()}
        )

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        directory = Path(config.site_dir, assets.INDEX)
        try:
            found = [self.sections.get(source, []) for source in self._entry_sources()]
            index.write_directory(directory, index.with_sections(self.index, found))
            index.write_directory(directory / index.DOCS, self.docs_index)
            self._write_for_machines(config)
        except KnowledgeError as error:
            raise PluginError(str(error)) from None
        if self.preview:
            self.preview.told = self.gate.told
            self.preview.end()

    def _host(self, page: MkDocsPage, config: MkDocsConfig) -> PageHost:
        return PageHost(page, self.all_files, config, self.bodies, self.links, self.preview)

    def _url_of(self, source: str) -> str:
        return self.files[source].url

    def _write_for_machines(self, config: MkDocsConfig) -> None:
        written = machine_files(self.site, self._url_of, _with_slash(config.site_url), config.site_name)
        for path, content in (*written, *([self.renderer.feed()] if self.renderer.has_feed else [])):
            file = Path(config.site_dir, path)
            if not file.exists():
                add(file, content)
            elif path != LLMS and not holds(file, content):  # the docs may have their own llms.txt
                write(file, content)

    def _prepare(self, folder: Path, config: MkDocsConfig) -> None:
        """Everything that can fail. Raises `KnowledgeError` or `PluginError`."""
        # The network is for the first build alone: a rebuild must not wait for a server.
        before = Before.of(load(folder, self.config.config_file))
        self.knowledge: Knowledge = open_settings(before.settings, online=not self.fetched, progress=LoggedProgress())
        self.fetched = True
        self.strings = _strings(config)
        settings = self.knowledge.settings
        self.site = Site(
            self.knowledge.stores,
            self.knowledge.registry,
            origins_of(self.knowledge),
            self.strings,
            collapse_copies=settings is None or settings.collapse_copies,
        )
        self.files = {source: self._file(source, config) for source in self.site.pages}
        self.index = self.knowledge.index_files(
            [self.files[source].url for source in self._entry_sources()],
            self.preview.index if self.preview else None,
        )
        if self.knowledge.settings:
            scripts = assets.scripts(self.strings, self.knowledge.settings.search, self.site.collapse_copies)
            index.refuse_over_budget(self.index, self.knowledge.settings.search, scripts)
        before.leave(self.knowledge, self.index)
        self._refuse_occupied(Path(config.docs_dir))
        self.bodies = BodyRenderer(config)
        # A strict build counts what is told.
        told = self.preview.told if self.preview and not config.strict else frozenset()
        self.gate = BuildGate(self.knowledge, self.site, PageAnchors(folder, config, self.bodies), told)
        self.gate.before()

    def _publish_as_it_was(self, source: str, preview: Preview, files: Files, config: MkDocsConfig) -> None:
        """Publish a page as the last build made it, if our templates would make the same of it."""
        ours, file, kept = self.site.pages[source], self.files[source], preview.pages.get(source)
        if kept is None or source == f"{HOME}/index.md":  # the navigation needs the page itself
            return
        host = PageHost(MkDocsPage(None, file, config), files, config, self.bodies, self.links, preview, only_kept=True)
        file.page = None  # MkDocs makes one where it needs one
        try:
            if ours.entry and source in preview.untouched:
                self.renderer.body(ours.entry, host)  # where its links lead, and that they lead there
                inputs = kept.inputs
            else:
                inputs = self._inputs(ours, self.renderer.html(ours, host), host)
        except NotKept:
            return
        if inputs == kept.inputs:
            file.keep(kept.html)
            self.sections[source] = kept.sections
            if kept.anchors is not None:
                self.gate.anchors[source] = kept.anchors

    def _inputs(self, ours: Page, content: str, host: PageHost) -> bytes:
        """The digest of all that we give to the theme for a page."""
        return digest(ours.title, content, (host.edit_url(ours.entry) or "") if ours.entry else "")

    def _late_inputs(self, ours: Page, host: PageHost) -> bytes:
        """The digest of what we add when every body has been rendered."""
        return digest(self._below(ours, host), self.renderer.head(ours, host))

    def _below(self, ours: Page, host: PageHost) -> str:
        linked_from = self.links.linked_from(ours.source)
        return self.renderer.related(ours.entry, host, linked_from) if ours.entry else ""

    def _redo_what_changed(self, preview: Preview, files: Files, config: MkDocsConfig) -> None:
        """Make those pages after all that show what is known only now: which pages link to them, the navigation."""
        is_new = preview.is_new(self.nav)
        for source, file in self.files.items():
            if not file.is_kept:
                continue
            ours, kept = self.site.pages[source], preview.pages[source]
            page = MkDocsPage(escape(ours.title), file, config)
            page.update_date = kept.update_date
            if is_new or self._late_inputs(ours, self._host(page, config)) != kept.late:
                file.wake()
                page.read_source(config)
                page.render(config, files)
                page.content = self.on_page_content(page.content or "", page=page, config=config, files=files)
        as_before = sum(file.is_kept for file in self.files.values())
        log.info("%d of %d pages of the knowledge base are as they were", as_before, len(self.files))

    def _file(self, source: str, config: MkDocsConfig) -> OurFile:
        if source in self.site.origins.documents:
            in_nav = InclusionLevel.INCLUDED if config.nav is None else InclusionLevel.NOT_IN_NAV
            return _generated(config, source, in_nav)
        file = _generated(config, source, InclusionLevel.NOT_IN_NAV)
        stem = source.removesuffix(".md")
        if source != f"{HOME}/index.md":  # MkDocs has rules of its own for README.md and index.md
            file.dest_uri = f"{stem}/index.html" if config.use_directory_urls else f"{stem}.html"
        return file

    def _entry_sources(self) -> list[str]:
        """The page of each entry, in the order of the index."""
        return [
            self.site.source_of(named.id, info.path)
            for named in self.knowledge.stores
            for info in named.store.entries()
        ]

    def _search_settings(self) -> SearchSettings:
        settings = self.knowledge.settings
        return settings.search if settings else SearchSettings()

    def _refuse_occupied(self, docs: Path) -> None:
        """Our pages never replace a page of the docs."""
        taken = [source for source in self.files if (docs / source).exists()]
        if taken:
            raise KnowledgeError(
                "page_occupied",
                f"the docs hold pages where the knowledge base publishes its own: {', '.join(taken[:5])}",
                f"move them out of {(docs / HOME).as_posix()}/, or give `pages:` another `to`",
            )

    def _watch(self, config: MkDocsConfig) -> None:
        settings = self.knowledge.settings
        if settings is not None:
            watched = [store.folder for store in settings.stores if store.source is None]
            watched += [settings.file] if settings.file else []
            watched += [lock] if settings.sources and (lock := lock_file(settings)).is_file() else []
            config.watch.extend(str(path) for path in watched)


def _generated(config: MkDocsConfig, source: str, inclusion: InclusionLevel) -> OurFile:
    file = OurFile.generated(config, source, content="", inclusion=inclusion)
    assert isinstance(file, OurFile)  # noqa: S101 - MkDocs types it as the base class
    return file


def origins_of(knowledge: Knowledge) -> Origins:
    """Where what the knowledge holds came from."""
    settings = knowledge.settings
    if settings is None:
        return Origins()
    withheld = {StoreId(left.tier, left.name): left.count for left in knowledge.withheld()}
    unadmitted = frozenset(named.id for named in knowledge.stores if not knowledge.is_admitted(named.id))
    changed = knowledge.changed if settings.dates else None
    return Origins.of(settings, knowledge.sources, withheld, unadmitted, changed)


class LoggedProgress:
    """Progress for the log of a build: what is remarkable, no counts."""

    def step(self, done: int, total: int, source: str) -> None:
        log.debug("source %s: %d of %d", source, done, total)

    def note(self, text: str) -> None:
        log.info(text)


def _overrides(config: MkDocsConfig) -> Path | None:
    """Where a site keeps templates that replace ours: `knowledge/` in its `custom_dir`."""
    folder = Path(config.theme.custom_dir, HOME) if config.theme.custom_dir else None
    return folder if folder and folder.is_dir() else None


def _strings(config: MkDocsConfig) -> Strings:
    """The strings of the language of the theme."""
    wanted = str(config.theme.get("language") or config.theme.locale)
    strings = Strings.of(wanted, _overrides(config))
    if not wanted.lower().startswith(strings.language):
        log.info("there are no strings in the language %s: the knowledge base speaks English", wanted)
    return strings


def _with_slash(site_url: str | None) -> str:
    return site_url.rstrip("/") + "/" if site_url else ""


def _with_home(nav: list[object], title: str) -> list[object]:
    """The navigation with the home in the place of the placeholder, else at its end."""
    home = f"{HOME}/index.md"

    def replaced(item: object) -> object:
        if isinstance(item, dict):
            return {title: replaced(value) for title, value in item.items()}
        if isinstance(item, list):
            return [replaced(value) for value in item]
        return home if item == PLACEHOLDER else item

    new = [replaced(item) for item in nav]
    return new if new != nav else [*new, {title: home}]
