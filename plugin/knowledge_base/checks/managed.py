"""READMEs of categories that follow the registry, and how a text departs from what was generated."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from ..categories import README, fold
from ..model import Category
from .project import Document, Folder, Project


def managed(project: Project) -> Iterator[tuple[Folder, Category]]:
    """Every category of every store whose READMEs follow the registry."""
    return ((folder, category) for folder in project.stores if folder.readmes for category in project.registry)


def readmes(project: Project) -> Iterator[tuple[Document, Category]]:
    """Those READMEs that are there."""
    for folder, category in managed(project):
        path = f"{category.name}/{README}"
        if path in folder.entries:
            yield Document(folder, folder.entries[path], False), category


def first_difference(text: str, wanted: str) -> int:
    """Where the first line starts that `wanted` has not."""
    at = 1 if text.startswith("\ufeff") else 0
    for line, other in zip(fold(text).split("\n"), wanted.split("\n"), strict=False):
        if line != other:
            break
        at = text.find("\n", at) + 1 or len(text)
    return at


def difference(text: str, wanted: str) -> str:
    """A unified diff that makes `wanted` of a text."""
    lines = difflib.unified_diff(
        fold(text).splitlines(), wanted.splitlines(), "README.md", "registry", lineterm="", n=1
    )
    return "\n".join(lines)


def as_written(wanted: str, text: str) -> str:
    """With the line ends that a text has."""
    return wanted.replace("\n", "\r\n") if "\r\n" in text else wanted
