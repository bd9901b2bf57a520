"""The gate: rules over all stores and the docs, their findings, and what mends them. `docs/reference/checks/`."""

from .checking import Checking
from .project import Document, Folder, Project
from .rule import CheckedRule, Edit
from .rules import RULES, words_for
from .runner import Outcome, run, sort_key

__all__ = [
    "RULES",
    "CheckedRule",
    "Checking",
    "Document",
    "Edit",
    "Folder",
    "Outcome",
    "Project",
    "run",
    "sort_key",
    "words_for",
]
