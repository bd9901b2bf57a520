"""The gate: rules over all stores and the docs, their findings, and what mends them. `docs/reference/checks/`."""

from .project import Document, Folder, Project
from .rule import CheckedRule, Edit
from .rules import RULES, words_for
from .runner import Outcome, run

__all__ = ["RULES", "CheckedRule", "Document", "Edit", "Folder", "Outcome", "Project", "run", "words_for"]
