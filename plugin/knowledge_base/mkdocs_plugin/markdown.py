"""Bodies of entries as safe HTML: rendered with the extensions of the site, then cleaned.

Entries are text of strangers. Extensions that read files never see them, and what the rest makes of them passes an
allow-list: no script, handler, frame or form, no id or class that the theme itself uses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import nh3
from markdown import Markdown
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.toc import AnchorLink, TableOfContents, get_toc

from .rewrite import rewrite

READS_FILES = frozenset(
    {"pymdownx.snippets", "pymdownx.b64", "pymdownx.pathconverter", "markdown_include.include", "mdx_include"}
)
URL_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_OWN = re.compile(r"(__|kb-|md-|knowledge)")
_NOT_PLAIN = re.compile("[<>&\xa0\r\0]")
_URL_ATTRIBUTES = frozenset({"href", "src", "cite"})

Resolve = Callable[[str, bool], "str | None"]
"""A relative URL as the page needs it, or None where it leads nowhere; the flag says that it is that of an image."""

_TAGS = (nh3.ALLOWED_TAGS | {"button", "details", "figcaption", "figure", "input", "section", "summary"}) - {"button"}
_ATTRIBUTES: dict[str, set[str]] = {
    **{tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()},
    "*": {"class", "dir", "id", "lang", "title"},
    "a": {"href", "hreflang"},
    "img": {"alt", "height", "src", "width"},
    "details": {"open"},
    "li": {"value"},
    "ol": {"start", "reversed", "type"},
    "td": {"align", "colspan", "rowspan", "style"},
    "th": {"align", "colspan", "rowspan", "scope", "style"},
}


@dataclass(frozen=True, slots=True)
class Body:
    """A Markdown text converted, not yet safe. Each page that shows it makes its own HTML of it."""

    _html: str
    _headings: list[Any]

    def html(self, resolve: Resolve, id_prefix: str = "", *, trusted: bool = False) -> Markup:
        """Safe HTML. What is `trusted` is not cleaned: only its links are resolved."""
        done = _resolved(self._html, resolve, id_prefix) if trusted else clean(self._html, resolve, id_prefix)
        return Markup(done)  # noqa: S704 - cleaned, or trusted by the settings

    def toc(self, *, trusted: bool = False) -> TableOfContents:
        """Its headings."""
        toc = get_toc(self._headings)
        if not trusted:
            _clean_titles(toc.items)
        return toc


class BodyRenderer:
    """Markdown of entries to HTML. One instance converts all of them, one after the other."""

    def __init__(self, config: MkDocsConfig) -> None:
        extensions = [name for name in config.markdown_extensions if name not in READS_FILES]
        configs: dict[str, Any] = {name: config.mdx_configs[name] for name in extensions if name in config.mdx_configs}
        self._markdown = Markdown(extensions=extensions, extension_configs=configs)
        self._kept: dict[str, Body] = {}

    def convert(self, text: str, *, again: bool = False) -> Body:
        """The text converted. With `again` it is kept: another page shows it too, and converting costs the most."""
        body = self._kept.get(text)
        if body is None:
            body = self._converted(text)
            if again:
                self._kept[text] = body
        return body

    def _converted(self, text: str) -> Body:
        self._markdown.reset()
        try:
            html = self._markdown.convert(text)
        except RecursionError:  # shown as it is written
            return Body(Markup("<pre>{}</pre>").format(text), [])
        return Body(html, getattr(self._markdown, "toc_tokens", []))


def _clean_titles(items: list[AnchorLink]) -> None:
    """The theme prints the titles of headings as HTML, beside the body and thus past its cleaning."""
    for item in items:
        if _NOT_PLAIN.search(item.title):
            item.title = nh3.clean(item.title, tags=set())
        _clean_titles(item.children)


def _resolved(html: str, resolve: Resolve, id_prefix: str) -> str:
    def change(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "id":
            return id_prefix + value
        if attribute == "srcset" and tag in ("img", "source"):
            candidates = (candidate.strip().partition(" ") for candidate in value.split(","))
            return ", ".join(f"{change('img', 'src', url) or ''} {size}".strip() for url, _, size in candidates)
        if (tag, attribute) not in (("a", "href"), ("img", "src")):
            return value
        try:
            parts = urlsplit(value)
        except ValueError:
            return value
        if parts.scheme or parts.netloc:
            return value
        return _url(value, resolve, id_prefix, image=tag == "img")

    return rewrite(html, change)


def clean(html: str, resolve: Resolve, id_prefix: str = "") -> str:
    """HTML that holds nothing but text, structure and links."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "id":
            return None if _OWN.match(value) else id_prefix + value
        if attribute == "class":
            return " ".join(name for name in value.split() if not _OWN.match(name)) or None
        if attribute in _URL_ATTRIBUTES:
            return _url(value, resolve, id_prefix, image=tag == "img")
        return value

    return nh3.clean(
        html,
        tags=set(_TAGS),
        attributes=_ATTRIBUTES,
        attribute_filter=keep,
        set_tag_attribute_values={"input": {"type": "checkbox", "disabled": ""}},
        tag_attribute_values={"input": {"checked": {"", "checked"}}},
        filter_style_properties={"text-align"},
        url_schemes=set(URL_SCHEMES),
        link_rel=None,
    )


def _url(value: str, resolve: Resolve, id_prefix: str, *, image: bool) -> str | None:
    try:
        parts = urlsplit(value)
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        return value if parts.scheme in URL_SCHEMES or not parts.scheme else None
    if not parts.path:
        return f"#{id_prefix}{parts.fragment}" if parts.fragment else None
    return resolve(value, image)
