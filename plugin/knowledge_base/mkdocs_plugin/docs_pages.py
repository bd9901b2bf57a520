"""The pages of the documentation as a store of their own, so that they are searched with the same formula."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from .. import index as published
from ..app import Knowledge
from ..categories import Registry
from ..entries import first_heading, split
from ..model import StoreId
from ..pages import sections
from ..search import NamedStore
from ..stores import MemoryStore

DOCS = StoreId("project", "docs")


def is_searched(meta: Mapping[str, Any]) -> bool:
    """Whether a page may be found: `search: {exclude: true}` in its metadata says no."""
    search = meta.get("search")
    return not (isinstance(search, dict) and search.get("exclude"))


def docs_index(files: Files, sources: set[str], titles: Mapping[str, str]) -> dict[str, bytes]:
    """The files of the index of the pages in `sources`, which have been rendered.

    `titles` holds the titles of those whose metadata has it as HTML.
    """
    pages = {
        file.src_uri: file.page
        for file in files.documentation_pages()
        if file.src_uri in sources and file.page is not None
    }
    store = MemoryStore({source: _document(page, titles.get(source)) for source, page in pages.items()})
    knowledge = Knowledge((NamedStore(DOCS, store),), Registry(()))
    paths = [info.path for info in store.entries()]
    written = knowledge.index_files([pages[path].url for path in paths])
    found = [sections(_body(store.read(path)), pages[path].content or "") for path in paths]
    return published.with_sections(written, found)


def _body(text: str) -> str:
    return text[split(text).body_start :]


def _document(page: Page, title: str | None) -> bytes:
    """A page as an entry: its title and tags as frontmatter, its Markdown as the body."""
    markdown = page.markdown or ""
    facts: dict[str, Any] = {}
    if page.meta.get("title") or not first_heading(markdown):
        facts["title"] = title or str(page.title or page.file.src_uri)
    tags = page.meta.get("tags")
    if isinstance(tags, list):
        facts["tags"] = [str(tag) for tag in tags]
    return f"---\n{json.dumps(facts)}\n---\n\n{markdown}".encode("utf-8", "replace")
