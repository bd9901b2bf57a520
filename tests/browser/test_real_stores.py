"""Real stores: the corpora K and S as one site; the order in the browser is that of the command."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page
from tests.browser.dialog import expect_titles, open_dialog, type_query
from tests.browser.serving import Served, serve
from tests.browser.sites import run_mkdocs
from tests.support import SHARED

import knowledge_base
from knowledge_base import Hit

pytestmark = pytest.mark.browser

STORES = [
    {"tier": "repo", "name": "spektacular", "path": "../stores/K/repo-spektacular"},
    {"tier": "repo", "name": "website", "path": "../stores/K/repo-website"},
    {"tier": "project", "name": "history", "path": "../stores/K/project-history"},
    {"tier": "project", "name": "website", "path": "../stores/K/project-website"},
    {"tier": "project", "name": "s", "path": "../stores/S"},
]
FIRST = 5
"""Hits that the dialog asks for before the reader nears their end."""
QUERIES = ("workflow step", "goto", "yaml", "decision record", "http", "agent session debug", "-p", "the", "c++")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    corpora = SHARED / "corpora"
    if not corpora.is_dir():
        pytest.skip(f"the corpora of real stores are not at {corpora}")
    beside = tmp_path_factory.mktemp("real")
    folder = beside / "site"
    for name in ("K", "S"):
        with tarfile.open(corpora / f"{name}.tar.xz") as archive:
            archive.extractall(beside / "stores", filter="data")
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/index.md").write_text("# Home\n", "utf-8")
    (folder / "knowledge.yml").write_text(json.dumps({"stores": STORES}), "utf-8")
    served = serve("/real/")
    config = {
        "site_name": "Real stores",
        "site_url": served.url,
        "theme": {"name": "material", "font": False},
        "plugins": ["search", "knowledge"],
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config), "utf-8")
    run_mkdocs(folder)
    served.root = folder / "site"
    yield served
    served.stop()


def rows(hits: Sequence[Hit]) -> list[str]:
    """Exact copies are one row, where the first of them stands."""
    return list({hit.checksum: hit.title for hit in hits}.values())


def test_the_order_is_that_of_the_command(page: Page, real: Served) -> None:
    knowledge = knowledge_base.open(real.root.parent)
    page.goto(real.url)
    open_dialog(page)
    for query in QUERIES:
        found = knowledge.search(query, limit=20)
        assert found.total > 0, query
        type_query(page, query)
        expect_titles(page, rows(found.hits[:FIRST]))
        if found.total > FIRST:
            page.evaluate("document.querySelector('#kb-hits .kb-hits__more').scrollIntoView()")
        expect_titles(page, rows(found.hits))
