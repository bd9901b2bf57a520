"""Pages as linked data (JSON-LD), for those who read it: data in a script element that no browser runs."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from .site import Page, Site


def json_ld(page: Page, site: Site) -> Markup | None:
    """What a page is, for entries and the glossary."""
    value: dict[str, Any] | None = None
    if page.entry is not None:
        day = site.day_of(page.entry)
        value = {
            "@type": "TechArticle",
            "headline": page.title,
            "identifier": f"sha256:{page.entry.info.checksum}",
            **({"keywords": list(page.entry.info.tags)} if page.entry.info.tags else {}),
            **({"articleSection": page.entry.category} if page.entry.category else {}),
            **({"dateModified": day} if day else {}),
        }
    elif page.template == "glossary.html":
        value = {
            "@type": "DefinedTermSet",
            "name": page.title,
            "hasDefinedTerm": [
                {"@type": "DefinedTerm", "name": term.name, "description": term.definition} for term in site.glossary
            ],
        }
    return None if value is None else inert({"@context": "https://schema.org", **value})


def inert(value: object) -> Markup:
    """JSON that ends no script element, whatever text is in it."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&":
        written = written.replace(char, f"\\u{ord(char):04x}")
    return Markup(written)  # noqa: S704 - holds no character of HTML
