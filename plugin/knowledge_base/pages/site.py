"""Stores in, pages out: which pages the site has, their addresses, and what each one shows."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..categories import Registry, is_generated
from ..entries import split
from ..model import Category, EntryInfo, Finding, Place, Retrieval, Rule, Severity, StoreId, category_of
from ..search import NamedStore, in_listing_order, vocabulary
from ..stores import ParsedStore, Store
from .addresses import GLOSSARY_SOURCE, HOME, MARKDOWN, TAGS_SOURCE, Slugs, entry_source
from .always import AlwaysApplied
from .glossary import GLOSSARY, Term, terms
from .listing import Listing, listings
from .origins import UNKNOWN, Document, Origin, Origins
from .relations import Relations
from .strings import DEFAULT, Strings
from .summary import summary

_WORDS = re.compile(r"([\w-]+)")
_NO_ORIGINS = Origins()
_ENGLISH = Strings.of(DEFAULT)


@dataclass(frozen=True, slots=True)
class EntryRef:
    """An entry at its address, as the lists of pages show it."""

    store: StoreId
    info: EntryInfo

    @property
    def category(self) -> str:
        return category_of(self.info.path)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where its source stands among the sources of the site, its title, the template it is made with.

    `facts` are what the template shows. A page at `a/b.md` is published at `a/b/`, one at `a/index.md` at `a/`.
    """

    source: str
    title: str
    template: str
    facts: dict[str, object] = field(repr=False)
    entry: EntryRef | None = None
    document: Document | None = None


@dataclass(frozen=True)
class Site:
    """All pages of a set of stores, and the documents of sources that become pages of the docs."""

    stores: Sequence[NamedStore]
    registry: Registry
    origins: Origins = _NO_ORIGINS
    strings: Strings = _ENGLISH
    collapse_copies: bool = False

    @cached_property
    def entries(self) -> tuple[EntryRef, ...]:
        """Every published entry, store by store, depth first; descriptions of categories are none."""
        found = []
        for named in self.stores:
            infos = {info.path: info for info in named.store.entries()}
            paths = in_listing_order(path for path in infos if not self.registry.is_description(path))
            found += [EntryRef(named.id, infos[path]) for path in paths]
        return tuple(found)

    @cached_property
    def categories(self) -> tuple[Category, ...]:
        """The registry, then the folders that it does not know, with nothing said about them."""
        unknown = self.registry.unknown([entry.info.path for entry in self.entries])
        return (
            *self.registry,
            *(Category(folder, "", "", Retrieval.LOOKED_UP, "") for folder in unknown),
        )

    @cached_property
    def tags(self) -> tuple[tuple[str, int], ...]:
        return tuple(vocabulary(self.stores, self.registry))

    @cached_property
    def tag_slugs(self) -> Slugs:
        return Slugs("tag", (tag for entry in self.entries for tag in entry.info.tags))

    @cached_property
    def category_slugs(self) -> Slugs:
        return Slugs("category", (category.name for category in self.categories))

    @cached_property
    def relations(self) -> Relations:
        return Relations(self)

    @cached_property
    def always(self) -> AlwaysApplied:
        return AlwaysApplied(self)

    @cached_property
    def pages(self) -> dict[str, Page]:
        """The pages by their source, home first."""
        pages = [
            Page(f"{HOME}/index.md", self.strings("home.title"), "home.html", {}),
            Page(f"{HOME}/always-applied.md", self.strings("always.title"), "always_applied.html", {}),
            *([Page(GLOSSARY_SOURCE, self.strings("glossary.title"), "glossary.html", {})] if self._defining else []),
            *([Page(TAGS_SOURCE, self.strings("home.tags"), "tags.html", {})] if self.by_tag else []),
            *(
                Page(source, category.name, "category.html", {"category": category, "listing": listing})
                for category in self.categories
                for source, listing in self._listings(
                    self.category_source(category.name), self.entries_of(category=category.name)
                )
            ),
            *(
                Page(source, named.id.name, "store.html", {"id": named.id, "listing": listing})
                for named in self.stores
                for source, listing in self._listings(self.store_source(named.id), self.entries_of(named.id))
            ),
            *(
                Page(source, tag, "tag.html", {"tag": tag, "listing": listing})
                for tag, entries in self.by_tag.items()
                for source, listing in self._listings(self.tag_source(tag), entries)
            ),
            *(Page(self.entry_source(entry), entry.info.title, "entry.html", {}, entry) for entry in self.entries),
            *(
                Page(source, document.title, "document.html", {}, document=document)
                for source, document in self.origins.documents.items()
            ),
        ]
        return {page.source: page for page in pages}

    def _listings(self, source: str, entries: Sequence[EntryRef]) -> Iterator[tuple[str, Listing]]:
        parts = listings(source, self.relations.once(entries))
        return zip(parts[0].sources, parts, strict=True)

    @cached_property
    def by_tag(self) -> dict[str, list[EntryRef]]:
        by_tag: dict[str, list[EntryRef]] = {}
        for entry in self.entries:
            for tag in entry.info.tags:
                by_tag.setdefault(tag, []).append(entry)
        return by_tag

    @cached_property
    def counts(self) -> Counter[str]:
        """Entries by category."""
        return Counter(entry.category for entry in self.entries)

    def entries_of(self, store: StoreId | None = None, category: str | None = None) -> Sequence[EntryRef]:
        """The entries of a store, of a category, or of one in the other."""
        return self._grouped.get((store, category), ())

    @cached_property
    def _grouped(self) -> Mapping[tuple[StoreId | None, str | None], list[EntryRef]]:
        grouped: defaultdict[tuple[StoreId | None, str | None], list[EntryRef]] = defaultdict(list)
        for entry in self.entries:
            category = entry.category
            for key in ((entry.store, category), (entry.store, None), (None, category)):
                grouped[key].append(entry)
        return grouped

    @cached_property
    def glossary(self) -> tuple[Term, ...]:
        """The terms of the glossary in order; not those of stores that are not admitted."""
        return terms((entry, self.read(entry.store, entry.info.path)) for entry in self._defining)

    @cached_property
    def _defining(self) -> Sequence[EntryRef]:
        return [entry for entry in self.entries_of(category=GLOSSARY) if entry.store not in self.origins.unadmitted]

    def day_of(self, entry: EntryRef) -> str | None:
        """The day an entry last changed, where it is known."""
        day = self.origins.day_of(entry.store, entry.info.path)
        return None if day == UNKNOWN else day

    def fresh(self, id_: StoreId) -> str | None:
        """The day on which a store last changed, where it is known: of its entries, else of its pinned commit."""
        days = [day for entry in self.entries_of(id_) if (day := self.day_of(entry))]
        source = self.origins.source_of(id_)
        return max(days) if days else source.pin.date[:10] if source else None

    def summary(self, entry: EntryRef) -> str:
        """What an entry is about, as plain words; empty where it has no prose."""
        if not entry.info.path.endswith(MARKDOWN):
            return ""
        return summary(self.read(entry.store, entry.info.path))

    @cached_property
    def _entry_sources(self) -> dict[tuple[StoreId, str], str]:
        """Sources of the entries' pages; `a` and `a.md` would share one, so the later in order gets `-2`."""
        sources: dict[tuple[StoreId, str], str] = {}
        taken: set[str] = set()
        for entry in self.entries:
            wanted = source = entry_source(entry.store, entry.info.path)
            number = 2
            while source in taken:
                source = f"{wanted.removesuffix(MARKDOWN)}-{number}{MARKDOWN}"
                number += 1
            taken.add(source)
            sources[entry.store, entry.info.path] = source
        return sources

    def entry_source(self, entry: EntryRef) -> str:
        return self._entry_sources[entry.store, entry.info.path]

    def category_source(self, name: str) -> str:
        return f"{HOME}/categories/{self.category_slugs[name]}.md"

    def store_source(self, id_: StoreId) -> str:
        return f"{HOME}/stores/{id_.tier}/{id_.name}.md"

    def tag_source(self, tag: str) -> str:
        return f"{HOME}/tags/{self.tag_slugs[tag]}.md"

    def source_of(self, store: StoreId, path: str) -> str:
        """The page of an entry; for the description of a category, the page of the category."""
        if self.registry.is_description(path):
            return self.category_source(category_of(path))
        return self._entry_sources[store, path]

    def origin_of(self, entry: EntryRef) -> Origin | None:
        """Where an entry came from; None for one that lies in a folder."""
        return self.origins.of_entry(entry.store, entry.info.path)

    def mentions(self, text: str) -> list[tuple[str, str | None]]:
        """A text in pieces, each with the category that it names, in the singular or the plural, if any."""
        names = {name: category.name for category in self.categories for name in (category.name, category.name[:-1])}
        return [(piece, names.get(piece)) for piece in _WORDS.split(text) if piece]

    def readme_of(self, named: NamedStore, category: str) -> EntryRef | None:
        """What a person wrote about a category in a store; a README rendered from the registry says nothing new."""
        for info in named.store.entries():
            if category_of(info.path) == category and self.registry.is_description(info.path):
                return None if is_generated(named.store.read(info.path)) else EntryRef(named.id, info)
        return None

    def read(self, store: StoreId, path: str) -> str:
        """The body of an entry."""
        found = self._by_id[store]
        if isinstance(found, ParsedStore):  # asked for every page, and the block has been read already
            return found.parsed[path].body
        text = found.read(path)
        return text[split(text).body_start :]

    @cached_property
    def _by_id(self) -> dict[StoreId, Store]:
        return {named.id: named.store for named in self.stores}

    def raw(self, entry: EntryRef) -> bytes:
        """The file of an entry, byte for byte."""
        return self._by_id[entry.store].read(entry.info.path).encode()

    @cached_property
    def _labels(self) -> dict[StoreId, str]:
        return {named.id: getattr(named.store, "label", "") or str(named.id) for named in self.stores}

    def findings(self) -> list[Finding]:
        """What could not have the address of its own: tags and folders by their slug, entries by their path."""
        slugs = [
            (Place(f"{HOME}/{kind}"), text, f"{HOME}/{kind}/{found}/")
            for kind, of in (("categories", self.category_slugs), ("tags", self.tag_slugs))
            for text, found in of.collisions
        ]
        entries = [
            (Place(f"{self._labels[store]}/{path}", 1, 1), path, f"{source.removesuffix(MARKDOWN)}/")
            for (store, path), source in self._entry_sources.items()
            if source != entry_source(store, path)
        ]
        return [*self.origins.findings] + [
            Finding(Rule.ADDRESS_COLLISION, Severity.WARNING, place, {"name": name, "address": address})
            for place, name, address in (*slugs, *entries)
        ]
