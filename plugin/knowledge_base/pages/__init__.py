"""Stores as pages: which there are, where they stand, what they show. Knows no site generator."""

from .addresses import HOME, entry_source
from .links import Links, Target
from .machines import LLMS, files, raw_url
from .origins import Document, Origin, Origins
from .rendering import Host, Renderer
from .sections import Sections, sections
from .site import EntryRef, Page, Site
from .strings import Strings

__all__ = [
    "HOME",
    "LLMS",
    "Document",
    "EntryRef",
    "Host",
    "Links",
    "Origin",
    "Origins",
    "Page",
    "Renderer",
    "Sections",
    "Site",
    "Strings",
    "Target",
    "entry_source",
    "files",
    "raw_url",
    "sections",
]
