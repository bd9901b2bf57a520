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
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from .. import index as published
from ..app import Knowledge, open_project
from ..checks import run
from ..checks.reporters.text import report
from ..config import FILE_NAME
from ..errors import KnowledgeError
from ..gate import checked_project
from ..model import Severity
from ..pages import HOME, Links, Renderer, Site
from . import assets
from .anchors import PageAnchors
from .docs_pages import docs_index, is_searched
from .host import PageHost
from .markdown import BodyRenderer

log = get_plugin_logger("knowledge")

_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.INFO}

PLACEHOLDER = "@knowledge"
"""Where `nav` has this, the home of the knowledge base goes; it comes last where it has not."""


class Options(Config):
    config_file = config_options.Type(str, default=FILE_NAME)


class KnowledgePlugin(BasePlugin[Options]):
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        folder = Path(config.config_file_path).parent if config.config_file_path else Path()
        try:
            self.knowledge: Knowledge = open_project(folder, self.config.config_file)
            self.site = Site(self.knowledge.stores, self.knowledge.registry)
            self.files = {source: self._file(source, config) for source in self.site.pages}
            self.index = self.knowledge.index_files(self._entry_urls())
            self._refuse_occupied(Path(config.docs_dir))
            self._check(folder, config)
        except KnowledgeError as error:
            raise PluginError(str(error)) from None
        entries = len(self.site.entries)
        log.info("%d entries; their whole text can be read from the published search index", entries)
        self.searched_docs: set[str] = set()
        self.renderer = Renderer(self.site)
        self.bodies = BodyRenderer(config)
        assets.register(config)
        self._watch(config)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        for file in (*self.files.values(), *assets.files(config)):
            files.append(file)
        documents = {
            file.abs_src_path: file.src_uri
            for file in files.documentation_pages()
            if file.abs_src_path and file.src_uri not in self.files
        }
        self.links = Links(self.site, documents)
        if config.nav is not None:
            config.nav = _with_home(config.nav)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
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
        if ours is None:
            return None
        host = PageHost(page, files, config, self.bodies, self.links)
        content = self.renderer.html(ours, host)
        if ours.entry:
            page.edit_url = host.edit_url(ours.entry)
            page.toc = host.toc or page.toc
        return content

    # Before the theme's own search plugin, which leaves out of its index what is excluded here.
    @event_priority(100)
    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        page.meta["search"] = {"exclude": True}
        return context

    def on_env(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        self.docs_index = docs_index(files, self.searched_docs)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        directory = Path(config.site_dir, assets.INDEX)
        try:
            published.write_directory(directory, self.index)
            published.write_directory(directory / published.DOCS, self.docs_index)
        except KnowledgeError as error:
            raise PluginError(str(error)) from None

    def _file(self, source: str, config: MkDocsConfig) -> File:
        file = File.generated(config, source, content="", inclusion=InclusionLevel.NOT_IN_NAV)
        stem = source.removesuffix(".md")
        if source != f"{HOME}/index.md":  # MkDocs has rules of its own for README.md and index.md
            file.dest_uri = f"{stem}/index.html" if config.use_directory_urls else f"{stem}.html"
        return file

    def _entry_urls(self) -> list[str]:
        return [
            self.files[self.site.source_of(named.id, info.path)].url
            for named in self.knowledge.stores
            for info in named.store.entries()
        ]

    def _refuse_occupied(self, docs: Path) -> None:
        """Our pages never replace a page of the docs."""
        taken = [source for source in self.files if (docs / source).exists()]
        if taken:
            raise KnowledgeError(
                "page_occupied",
                f"the docs hold pages where the knowledge base publishes its own: {', '.join(taken[:5])}",
                f"move them out of {(docs / HOME).as_posix()}/",
            )

    def _watch(self, config: MkDocsConfig) -> None:
        settings = self.knowledge.settings
        if settings is not None:
            watched = [*(store.folder for store in settings.stores), *([settings.file] if settings.file else [])]
            config.watch.extend(str(path) for path in watched)

    def _check(self, folder: Path, config: MkDocsConfig) -> None:
        """Errors stop the build, all of them at once; the rest is logged, so that `--strict` counts the warnings."""
        settings = self.knowledge.settings
        if settings is None:
            return
        project = checked_project(self.knowledge, PageAnchors(folder, config), site=self.site)
        findings = run(project, settings.checks).findings
        for finding in findings:
            log.log(_LEVELS[finding.severity], report([finding]).rstrip())
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
        if errors:
            raise PluginError(f"`kb check` finds errors in the knowledge base: {errors}")


def _with_home(nav: list[object]) -> list[object]:
    """The navigation with the home in the place of the placeholder, else at its end."""
    home = f"{HOME}/index.md"

    def replaced(item: object) -> object:
        if isinstance(item, dict):
            return {title: replaced(value) for title, value in item.items()}
        if isinstance(item, list):
            return [replaced(value) for value in item]
        return home if item == PLACEHOLDER else item

    new = [replaced(item) for item in nav]
    return new if new != nav else [*new, {"Knowledge": home}]
