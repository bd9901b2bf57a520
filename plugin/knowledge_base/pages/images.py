"""Images that a page may show: of a kind that browsers only paint, inside the store, not hidden."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from xml.etree import ElementTree

from ..sync.wanted import IMAGES

RASTER = IMAGES - {".svg"}
MAX_SVG_BYTES = 2_000_000

_SVG_ELEMENT = re.compile(
    "svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|defs|use|symbol|marker|clipPath|mask"
    "|pattern|linearGradient|radialGradient|stop|title|desc|metadata|style|switch|filter|feBlend|feColorMatrix"
    "|feComposite|feDropShadow|feFlood|feGaussianBlur|feMerge|feMergeNode|feOffset"
)
_MARKUP_DECLARATION = re.compile(rb"<!(?!--)|<\?(?!xml[ \t])")


def is_safe_image(root: str, path: str) -> bool:
    """Whether `path` in the folder `root` is an image that may be published as it is.

    An SVG is a document that can hold scripts and is one click away from being opened as a page: only one that holds
    nothing but shapes and text counts.
    """
    suffix = posixpath.splitext(path)[1].lower()  # first, because most links are to no image and no disk is asked
    if suffix not in IMAGES:
        return False
    file = Path(root, path)
    if any(part.startswith(".") for part in Path(path).parts) or not file.is_file():
        return False
    if not file.resolve().is_relative_to(Path(root).resolve()):
        return False
    try:
        return suffix in RASTER or _is_plain_svg(file.read_bytes())
    except OSError:
        return False


def is_safe_content(name: str, content: bytes) -> bool:
    """The same for bytes, of a file of that name."""
    suffix = Path(name).suffix.lower()
    return suffix in RASTER or (suffix == ".svg" and _is_plain_svg(content))


def _is_plain_svg(content: bytes) -> bool:
    # Entities and other declarations are refused before the parser could expand them.
    if len(content) > MAX_SVG_BYTES or _MARKUP_DECLARATION.search(content):
        return False
    try:
        root = ElementTree.fromstring(content)  # noqa: S314
    except (ElementTree.ParseError, ValueError):
        return False
    return all(_SVG_ELEMENT.fullmatch(_local(node.tag)) and _has_plain_attributes(node) for node in root.iter())


def _has_plain_attributes(node: ElementTree.Element) -> bool:
    for name, value in node.attrib.items():
        local = _local(name).lower()
        if local.startswith("on") or (local in ("href", "src") and not value.startswith("#")):
            return False
    return True


def _local(name: object) -> str:
    return str(name).rsplit("}", 1)[-1]
