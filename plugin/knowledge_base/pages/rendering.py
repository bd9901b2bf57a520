"""Pages as HTML. Everything that comes from a store is escaped by the template engine; bodies come from the host."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from markupsafe import Markup

from ..entries import first_heading
from .addresses import MARKDOWN
from .origins import Document
from .site import EntryRef, Page, Site
from .strings import Strings


class Host(Protocol):
    """What the generator of the site does for a page that is being rendered."""

    def href(self, source: str) -> str:
        """The URL of another page, as the page needs it."""

    def body(self, entry: EntryRef, markdown: str, id_prefix: str = "") -> Markup:
        """The Markdown of an entry as safe HTML, its links resolved; `id_prefix` goes before every id in it."""

    def document(self, document: Document) -> Markup:
        """The same for the Markdown of a document of a source."""

    def edit_url(self, entry: EntryRef) -> str | None:
        """Where the entry can be edited, if anywhere."""


_FIRST_HEADING = re.compile(r'\s*<h([1-6])(?: id="(?P<id>[^"]*)")?[^>]*>.*?</h\1>', re.DOTALL)

_FIRST_TITLE = re.compile(r"\s*<h1[ >]")


def _environment(overrides: Path | None, strings: Strings) -> Environment:
    ours = PackageLoader("knowledge_base", "pages/templates")
    environment = Environment(
        loader=ours if overrides is None else ChoiceLoader([FileSystemLoader(overrides), ours]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["t"] = strings.html
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    return environment


class Renderer:
    """Templates and what they need of the site. A template in the folder `overrides` replaces ours of that name."""

    def __init__(self, site: Site, overrides: Path | None = None) -> None:
        self._site = site
        self._environment = _environment(overrides, site.strings)

    def html(self, page: Page, host: Host) -> str:
        """The content of a page."""
        title_ids: list[str] = []

        def body(entry: EntryRef, id_prefix: str = "") -> Markup:
            title_id, html = self._body(entry, host, id_prefix)
            title_ids.append(title_id)
            return html

        shown = body(page.entry) if page.entry else host.document(page.document) if page.document else ""
        return self._environment.get_template(page.template).render(
            page=page,
            site=self._site,
            registry=self._site.registry,
            host=host,
            body=body,
            entry=page.entry,
            document=page.document,
            has_title=_FIRST_TITLE.match(str(shown)) is not None,
            shown=shown,
            title_id=title_ids[0] if title_ids else "",
            **page.facts,
        )

    def _body(self, entry: EntryRef, host: Host, id_prefix: str) -> tuple[str, Markup]:
        """The id of the heading that is the title, and the body without it: the page shows the title itself."""
        text = self._site.read(entry.store, entry.info.path)
        if not entry.info.path.endswith(MARKDOWN):
            return "", Markup("<pre><code>{}</code></pre>").format(text)
        html = host.body(entry, text, id_prefix)
        heading = _FIRST_HEADING.match(html)
        if heading and first_heading(text) == entry.info.title:
            return heading["id"] or "", Markup(html[heading.end() :])  # noqa: S704 - cut from what was safe
        return "", html
