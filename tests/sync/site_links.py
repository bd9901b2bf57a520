"""A link check of a built site: every relative link and image leads to a file, every anchor to an id."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name in ("href", "src") and value is not None and tag != "base":
                self.targets.append(value)


def dead_links(site: Path, origin: str) -> list[tuple[str, str]]:
    """Page and target of every link to nothing; `origin` is the address that the site is built for."""
    pages = {path.relative_to(site).as_posix(): _Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 5
    dead = []
    for name, page in pages.items():
        if name == "404.html":
            continue
        for target in page.targets:
            parts = urlsplit(target.removeprefix(origin) if target.startswith(origin) else target)
            if parts.scheme or parts.netloc:
                continue
            start = "/" if target.startswith(origin) else f"/{posixpath.dirname(name)}/"
            path = posixpath.normpath(posixpath.join(start, unquote(parts.path))).lstrip("/") if parts.path else name
            if (site / path).is_dir():
                path = posixpath.normpath(posixpath.join(path, "index.html"))
            anchor = unquote(parts.fragment)
            if not (site / path).is_file() or (
                anchor and path in pages and anchor not in pages[path].ids and anchor != "__skip"
            ):
                dead.append((name, target))
    return dead
