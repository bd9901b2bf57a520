"""Small sites for the browser: stores, a docs folder, and every way to configure them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.browser.serving import Served
from tests.support import write_tree

from knowledge_base.model import Rule

API: dict[str, str | bytes] = {
    "architecture/routing.md": "---\ntags: [http, routing]\n---\n\n# Router\n\nWhere routing meets routing.\n",
    "architecture/transport.md": "# Transport\n\n" + "http " * 8 + "\n\n## Deep\n\nSee [the router](routing.md#router),"
    " [a decision](../decisions/tabs.md) and [nothing](gone.md).\n\n![A drawing](../img/line.png)\n",
    "gotchas/timeouts.md": "---\ntags: [http timeouts]\n---\n\n# Timeouts\n\nA timeout of 0 is *no* timeout.\n",
    "conventions/errors.md": "---\ntags: [errors]\n---\n\n# Errors\n\nSay what to do.\n\n## Why\n\nhttp\n",
    "glossary/tier.md": "# Tier\n\nWhose store it is.\n",
    "decisions/tabs.md": "# Tabs\n\nSpaces.\n",
    "decisions/README.md": "# Decisions\n\nWritten by a person, see [tabs](tabs.md).\n",
}
HANDBOOK = {
    "learnings/検索.md": "# 検索の速さ\n\n全文検索は速い。検索と検索。\n",
    "learnings/c-plus-plus.md": "---\ntags: [c++]\n---\n\n# Reading c++ and .env\n\nBoth `c++` and `.env` are found.\n",
    "gotchas/sizes.md": "# Größe\n\nİstanbul und die Größe, ΟΔΟΣ.\n",
}
DOCS = {
    "index.md": "# Welcome\n\nDocumentation about routing of requests.\n",
    "guide/start.md": "---\ntags: [setup]\n---\n\n# Start here\n\nInstall the router, then set up routing. `http`\n",
    "guide/secret.md": "---\nsearch:\n  exclude: true\n---\n\n# Not to be found\n\nrouting routing routing\n",
}
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082"
)


# These sites are about pages and search: dead links and the like are in them on purpose.
_LEFT_OUT = {Rule.NOT_UTF8, Rule.BINARY, Rule.UNKNOWN_CATEGORY, Rule.ADDRESS_COLLISION}
LENIENT = {"rules": {rule.value: "info" for rule in Rule if rule not in _LEFT_OUT}}


@dataclass(frozen=True)
class SiteOptions:
    """How a site is configured and hosted."""

    sub_path: str = "/"
    policy: str = ""
    directory_urls: bool = True
    instant: bool = False
    plugins: tuple[str, ...] = ("search", "knowledge")
    site_url: bool = True
    stores: str = "small"
    palette: bool = False
    recent: bool = True


def build_site(folder: Path, options: SiteOptions, served: Served) -> None:
    """Write a project, build it strictly, and let `served` serve it."""
    api = {**API, "img/line.png": PIXEL}
    contents: dict[str, Mapping[str, str | bytes]] = {"api": api, "handbook": HANDBOOK}
    if options.stores != "small":
        contents = {"hostile": STORES[options.stores]}
    for name, files in contents.items():
        write_tree(folder / name, files)
    write_tree(folder / "docs", DOCS)
    stores = [{"tier": "project" if name == "handbook" else "repo", "name": name, "path": name} for name in contents]
    (folder / "knowledge.yml").write_text(
        json.dumps({"stores": stores, "checks": LENIENT, "search": {"recent": options.recent}}), "utf-8"
    )
    theme: dict[str, object] = {"name": "material", "font": False}
    theme["features"] = ["navigation.instant"] if options.instant else []
    if options.palette:
        theme["palette"] = {"scheme": "default"}
    config = {
        "site_name": "Handbook",
        "theme": theme,
        "plugins": list(options.plugins),
        "use_directory_urls": options.directory_urls,
        "nav": [{"Home": "index.md"}, {"Start": "guide/start.md"}, {"Knowledge": "@knowledge"}],
        "not_in_nav": "guide/secret.md",
        "markdown_extensions": ["attr_list", "pymdownx.superfences", {"toc": {"permalink": True}}],
        **({"site_url": served.url} if options.site_url else {}),
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config), "utf-8")
    run_mkdocs(folder)
    served.root = folder / "site"


def run_mkdocs(folder: Path, *arguments: str) -> str:
    """`mkdocs build --strict` in `folder`; gives its log."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", *arguments],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


_EVIL = (
    "<script>window.pwned=1</script>",
    "</title><script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1>",
    "[click](javascript:window.pwned=1)",
    "<a href='javascript:window.pwned=1'>click</a>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "<form action=javascript:window.pwned=1><button>x</button></form>",
    "<details open ontoggle=window.pwned=1>x</details>",
    "<style onload=window.pwned=1></style>",
    "\u202egnp.exe\u2066",
    "{{ config }} {% raw %}",
    '--8<-- "../mkdocs.yml"',
    '" onmouseover="window.pwned=1',
    "<div id='__config'>{}</div>",
    "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
)

_COPY = "# Waiting\n\nA timeout.\n"

STORES: dict[str, Mapping[str, str | bytes]] = {
    "copies": {"gotchas/a.md": _COPY, "decisions/b.md": _COPY, "decisions/c.md": "# Other\n\nA timeout.\n"},
    "hostile": {
        **{
            f"gotchas/evil {number} <b>&\"'.md": (
                f"---\ntitle: {json.dumps(text)}\ntags: [{json.dumps(text)}, evil]\n---\n\n# {text}\n\n"
                f"evil routing {text}\n\n{text}\n\n## {text}\n\n- {text}\n\n"
                f"| {text} | b |\n| --- | --- |\n| {text} | c |\n"
            )
            for number, text in enumerate(_EVIL)
        },
        "decisions/<img src=x onerror=window.pwned=1>.md": "evil without a title\n",
        "decisions/javascript:window.pwned=1.md": "# evil scheme\n",
        "decisions/a#b?c%20d.md": "# evil characters\n\n[itself](a%23b%3Fc%2520d.md)\n",
        "conventions/evil.md": "# evil convention\n\n<script>window.pwned=1</script>\n\n```\nunclosed\n<!--\n",
        "glossary/after.md": "# After\n\nStill readable.\n",
        "gotchas/README.md": "# evil readme <script>window.pwned=1</script>\n\n<img src=x onerror=window.pwned=1>\n",
    },
}
