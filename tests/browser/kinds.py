"""A site with every kind of page, and the same docs and entries in plain Material."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tests.browser.serving import Served, serve
from tests.browser.sites import API, DOCS, HANDBOOK, LENIENT
from tests.support import write_tree

STORES: dict[str, dict[str, str | bytes]] = {
    "api": {
        **API,
        "glossary/index file.md": "# Index file\n\nWhat `search` reads.\n",
        "gotchas/copy.md": HANDBOOK["gotchas/sizes.md"],
        "architecture/words.md": "---\ntags: [http]\n---\n\n# Words\n\nA tier of an index file, a tier.\n",
        **{
            f"learnings/{name}.md": f"---\ntags: [http]\n---\n\n# {name}\n\nAbout {name}.\n"
            for name in ("ba", "ab", "c")
        },
    },
    "handbook": dict(HANDBOOK),
}
KINDS = {
    "home": "knowledge/",
    "category": "knowledge/categories/learnings/",
    "category with a description": "knowledge/categories/decisions/",
    "store": "knowledge/stores/repo/api/",
    "tag": "knowledge/tags/http/",
    "tags": "knowledge/tags/",
    "glossary": "knowledge/glossary/",
    "always applied": "knowledge/always-applied/",
    "entry": "knowledge/repo/api/architecture/words/",
    "entry with links": "knowledge/repo/api/architecture/routing/",
    "page of the docs": "guide/start/",
}


def build(folder_of: pytest.TempPathFactory, policy: str = "", plain: bool = False, **theme: object) -> Served:
    """Such a site, served with a content policy. A plain one has the entries as docs pages at the same addresses."""
    folder = folder_of.mktemp("kinds")
    served = serve("/", policy)
    docs: dict[str, str | bytes] = {**DOCS, "guide/start.md": f"{DOCS['guide/start.md']}\nA tier is here.\n"}
    tiers = {name: "project" if name == "handbook" else "repo" for name in STORES}
    for name, files in STORES.items():
        write_tree(folder / name, files)
        if plain:
            docs |= {f"knowledge/{tiers[name]}/{name}/{path}": text for path, text in files.items()}
    stores = [{"tier": tier, "name": name, "path": name} for name, tier in tiers.items()]
    settings = {"stores": stores, "dates": True, "checks": LENIENT}
    config: dict[str, object] = {
        "site_name": "Handbook",
        "site_url": served.url,
        "theme": {"name": "material", "font": False, "palette": {"scheme": "default"}, **theme},
        "plugins": [] if plain else ["search", "knowledge"],
        "markdown_extensions": ["attr_list", {"toc": {"permalink": True}}],
    }
    if plain:
        config["nav"] = [{"Home": "index.md"}, {"Guide": ["guide/start.md"]}]
    write_tree(folder / "docs", docs)
    write_tree(folder, {"mkdocs.yml": json.dumps(config), "knowledge.yml": json.dumps(settings)})
    day = {"GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z"}
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=folder, env={**os.environ, **day}, check=True)
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=folder, check=True, capture_output=True)
    served.root = folder / "site"
    return served
