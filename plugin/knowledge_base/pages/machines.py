"""What a site publishes for programs: the raw file of each entry, a list of all with their checksums, `llms.txt`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from urllib.parse import quote

from .addresses import HOME
from .site import EntryRef, Site

FORMAT = 1
MANIFEST = f"{HOME}/entries.json"
LLMS = "llms.txt"
LISTED = 1000
"""Entries that `llms.txt` lists; of a larger site it lists the categories."""

UrlOf = Callable[[str], str]
"""The address of a page, from the root of the site, by its source."""


def files(site: Site, url_of: UrlOf, site_url: str, name: str) -> Iterator[tuple[str, bytes]]:
    """Paths in the published site and their contents. `site_url` is empty where nobody knows it."""
    for entry in site.entries:
        yield site.entry_source(entry), site.raw(entry)
    yield site.always.address, site.always.markdown.encode()
    yield MANIFEST, manifest(site, url_of)
    yield LLMS, llms(site, url_of, site_url, name).encode()


def manifest(site: Site, url_of: UrlOf) -> bytes:
    """All entries, one a line, in the order of the stores. Addresses start at the root of the site."""
    rows = [
        {
            "tier": entry.store.tier,
            "name": entry.store.name,
            "path": entry.info.path,
            "category": entry.category,
            "title": entry.info.title,
            "tags": entry.info.tags,
            "checksum": entry.info.checksum,
            "page": url_of(site.entry_source(entry)),
            "raw": raw_url(site, entry),
            **({"changed": day} if (day := site.day_of(entry)) else {}),
        }
        for entry in site.entries
    ]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'{{"format":{FORMAT},"entries":[\n{lines}\n]}}\n'.encode("utf-8", "replace")


def raw_url(site: Site, entry: EntryRef) -> str:
    """Where the file of an entry is published, from the root of the site."""
    return quote(site.entry_source(entry))


def llms(site: Site, url_of: UrlOf, site_url: str, name: str) -> str:
    """What a language model reads first: what is here and where, as https://llmstxt.org/ has it."""
    strings = site.strings

    def link(text: str, url: str, note: str = "") -> str:
        label = " ".join(text.split()).replace("[", "(").replace("]", ")")
        return f"- [{label}]({site_url}{url})" + (f": {note}" if note else "")

    every = strings("count.entries", count=len(site.entries))
    stores = strings("count.stores", count=len(site.stores))
    lines = [f"# {name}", "", f"> {strings('home.holds', entries=every, stores=stores)}", ""]
    lines.append(link(strings("always.title"), site.always.address, strings("always.intro")))
    lines.append(link(MANIFEST.rpartition("/")[2], MANIFEST, every))
    for category in site.categories:
        entries = site.entries_of(category=category.name)
        lines += ["", f"## {category.name}", ""]
        lines += [category.purpose, ""] if category.purpose else []
        if len(site.entries) > LISTED:
            note = strings("count.entries", count=len(entries))
            lines.append(link(category.name, url_of(site.category_source(category.name)), note))
        else:
            lines += [link(entry.info.title, raw_url(site, entry), site.summary(entry)) for entry in entries]
    return "\n".join(lines).rstrip() + "\n"
