"""Stores that hold the same files."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ...model import Place, Rule, Severity
from ..project import Folder, Project
from ..rule import CheckedRule, Spot


def check(project: Project) -> Iterator[Spot]:
    for at, store in enumerate(project.stores):
        for other in project.stores[:at]:
            shared = sorted(_files(store) & _files(other))
            if shared:
                facts = {"store": str(store.id), "other": str(other.id), "count": str(len(shared))}
                yield Spot(Place(store.label), facts)


def _files(store: Folder) -> set[str]:
    root = os.path.realpath(store.path)
    return {f"{root}/{path}" for path in store.entries}


RULE = CheckedRule(
    Rule.STORES_OVERLAP,
    "stores-overlap",
    Severity.ERROR,
    ("the stores {store} and {other} share {count} files, so each of them is found twice", "two stores share files"),
    ("give each store a folder of its own, or exclude the files in one of them",),
    check,
)
