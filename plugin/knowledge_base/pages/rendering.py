"""Pages as HTML. Everything that comes from a store is escaped by the template engine; bodies come from the host."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from markupsafe import Markup

from ..entries import first_heading
from .addresses import MARKDOWN
from .definitions import Definitions
from .feed import FEED, FeedItem, xml_text
from .listing import lettered
from .origins import Document
from .site import EntryRef, Page, Site
from .strings import Strings
from .structured import json_ld


class Host(Protocol):
    """What the generator of the site does for a page that is being rendered."""

    root: str
    """What leads from the page to the root of the site."""

    def href(self, source: str) -> str:
        """The URL of another page, as the page needs it."""

    def raw(self, entry: EntryRef) -> str:
        """The URL of the file of an entry."""

    def body(self, entry: EntryRef, markdown: str, id_prefix: str = "") -> Markup:
        """The Markdown of an entry as safe HTML, its links resolved; `id_prefix` goes before every id in it."""

    def document(self, document: Document) -> Markup:
        """The same for the Markdown of a document of a source."""

    def edit_url(self, entry: EntryRef) -> str | None:
        """Where the entry can be edited, if anywhere."""


_FIRST_HEADING = re.compile(r'\s*<h([1-6])(?: id="(?P<id>[^"]*)")?[^>]*>.*?</h\1>', re.DOTALL)

_FIRST_TITLE = re.compile(r"\s*<h1[ >]")

_ROOT = "\0"
"""Stands for the way to the root of the site in what is rendered once for many pages; no text has this character."""


class _Environment(Environment):
    """Templates share one dictionary of globals: the chain of two that each would get costs more than a short one."""

    def make_globals(self, d: object) -> MutableMapping[str, Any]:
        return self.globals


def _environment(overrides: Path | None, strings: Strings) -> Environment:
    ours = PackageLoader("knowledge_base", "pages/templates")
    environment = _Environment(
        auto_reload=False,
        loader=ours if overrides is None else ChoiceLoader([FileSystemLoader(overrides), ours]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["t"] = strings.html
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    environment.filters["xml"] = xml_text
    return environment


@dataclass(frozen=True)
class _AnyPage:
    """Links for a piece of HTML that many pages show."""

    url_of: Callable[[str], str]

    def href(self, source: str) -> str:
        return _ROOT + self.url_of(source)


class Renderer:
    """Templates and what they need of the site. A template in the folder `overrides` replaces ours of that name.

    `url_of` gives the address of a page from the root of the site. `site_url` is empty where nobody knows it: then
    there is no feed.
    """

    def __init__(
        self,
        site: Site,
        url_of: Callable[[str], str],
        overrides: Path | None = None,
        name: str = "",
        site_url: str = "",
        *,
        definitions: bool = True,
    ) -> None:
        self._site = site
        self._environment = _environment(overrides, site.strings)
        self._environment.globals |= {"site": site, "registry": site.registry, "always": site.always}
        self._definitions = Definitions(site.glossary if definitions else ())
        self._any_page = _AnyPage(url_of)
        self._url_of = url_of
        self._rows: dict[int, str] = {}
        self._name = name
        self._site_url = site_url
        self.has_feed = bool(site_url and site.relations.newest)
        self._environment.globals["feed"] = FEED if self.has_feed else None

    def html(self, page: Page, host: Host) -> str:
        """The content of a page."""
        title_ids: list[str] = []

        def body(entry: EntryRef, id_prefix: str = "") -> Markup:
            title_id, html = self.body(entry, host, id_prefix)
            title_ids.append(title_id)
            return html

        shown: str = ""
        if page.entry:
            shown = self.defined(body(page.entry), host, page.entry)
        elif page.document:
            shown = self.defined(host.document(page.document), host)
        return self._environment.get_template(page.template).render(
            page=page,
            host=host,
            body=body,
            row=lambda entry: self._row(entry, host.root),
            entry=page.entry,
            document=page.document,
            has_title=_FIRST_TITLE.match(str(shown)) is not None,
            shown=shown,
            title_id=title_ids[0] if title_ids else "",
            letters=self._letters(page.template),
            **page.facts,
        )

    def defined(self, html: str, host: Host, entry: EntryRef | None = None) -> Markup:
        """Safe HTML of prose with definitions at the first use of each term; `entry` is whose text it is."""
        marked, terms = self._definitions.mark(html, entry)
        below = self._environment.get_template("definitions.html").render(host=host, terms=terms) if terms else ""
        return Markup(marked + below)  # noqa: S704 - was safe, and templates escape

    def related(self, entry: EntryRef, host: Host, linked_from: Sequence[Page]) -> str:
        """What stands below an entry: the pages that link to it, entries with the same tags, copies."""
        relations = self._site.relations
        return self._environment.get_template("related.html").render(
            host=host, linked_from=linked_from, alike=relations.alike(entry), copies=relations.copies(entry)
        )

    def head(self, page: Page, host: Host) -> str:
        """What goes into the head of a page: where it is for programs."""
        return self._environment.get_template("head.html").render(
            raw=host.raw(page.entry) if page.entry else None,
            feed=host.root + FEED if self.has_feed else None,
            data=json_ld(page, self._site),
        )

    def feed(self) -> tuple[str, bytes]:
        """The path and the content of the feed."""
        items = [
            FeedItem(
                self._url_of(self._site.entry_source(entry)),
                entry.info.title,
                day,
                self._site.summary(entry),
                entry.category,
            )
            for day, entry in self._site.relations.newest
        ]
        xml = self._environment.get_template("feed.xml").render(
            items=items, name=self._name, site_url=self._site_url, home=self._url_of(next(iter(self._site.pages)))
        )
        return FEED, f"{xml}\n".encode()

    def _letters(self, template: str) -> list[tuple[str, list[Any]]]:
        if template == "glossary.html":
            return lettered(self._site.glossary, lambda term: term.name)
        if template == "tags.html":
            counted = sorted((tag, len(entries)) for tag, entries in self._site.by_tag.items())
            return lettered(counted, lambda item: item[0])
        return []

    def _row(self, entry: EntryRef, root: str) -> Markup:
        """An entry in a list; made once for all the lists that it is in."""
        row = self._rows.get(id(entry))
        if row is None:
            site = self._site
            row = self._rows[id(entry)] = self._environment.get_template("row.html").render(
                entry=entry,
                host=self._any_page,
                day=site.day_of(entry),
                summary=site.summary(entry),
                also=site.relations.copies(entry) if site.collapse_copies else (),
            )
        return Markup(row.replace(_ROOT, root))  # noqa: S704 - of a template, which escapes

    def body(self, entry: EntryRef, host: Host, id_prefix: str = "") -> tuple[str, Markup]:
        """The id of the heading that is the title, and the body without it: the page shows the title itself."""
        text = self._site.read(entry.store, entry.info.path)
        if not entry.info.path.endswith(MARKDOWN):
            return "", Markup("<pre><code>{}</code></pre>").format(text)
        html = host.body(entry, text, id_prefix)
        heading = _FIRST_HEADING.match(html)
        if heading and first_heading(text) == entry.info.title:
            return heading["id"] or "", Markup(html[heading.end() :])  # noqa: S704 - cut from what was safe
        return "", html
