"""A team's knowledge in Markdown: exact, explainable search, and a site to read it on.

>>> import knowledge_base
>>> knowledge = knowledge_base.open("docs-project")
>>> knowledge.search("http routing").hits[0].evidence[0].count
2
"""

from .app import EntryText, Knowledge, open_published
from .app import open_project as open
from .errors import KnowledgeError, OutsideError, RequestError, SettingsError
from .model import (
    Address,
    Category,
    EntryInfo,
    Evidence,
    Facet,
    Filters,
    Finding,
    HeldEntry,
    Hit,
    Retrieval,
    SearchResult,
    StoreId,
    TermEvidence,
)

__version__ = "0.1.0"

__all__ = [
    "Address",
    "Category",
    "EntryInfo",
    "EntryText",
    "Evidence",
    "Facet",
    "Filters",
    "Finding",
    "HeldEntry",
    "Hit",
    "Knowledge",
    "KnowledgeError",
    "OutsideError",
    "RequestError",
    "Retrieval",
    "SearchResult",
    "SettingsError",
    "StoreId",
    "TermEvidence",
    "open",
    "open_published",
]
