"""The doorway to MkDocs: the only part that knows it."""

from .plugin import KnowledgePlugin

__all__ = ["KnowledgePlugin"]
