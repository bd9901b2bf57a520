"""What several tests need: stores made of literal files, scores as bits."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

from knowledge_base import Knowledge, StoreId, open_published
from knowledge_base.categories import Registry
from knowledge_base.index import write_directory
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


def write_tree(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by relative path; gives `folder` back."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def folder_knowledge(root: Path, stores: Mapping[str, Mapping[str, str | bytes]]) -> Knowledge:
    """Folder stores by `tier/name`, in this order, with their files written below `root`."""
    named = []
    for i, (address, files) in enumerate(stores.items()):
        tier, _, name = address.partition("/")
        folder = write_tree(root / str(i), files)
        named.append(NamedStore(StoreId(tier, name), FolderStore(folder, f"{tier}-{name}")))
    return Knowledge(tuple(named), Registry())


def republish(knowledge: Knowledge, directory: Path) -> Knowledge:
    """The same stores, read back from their published index."""
    write_directory(directory, knowledge.index_files())
    return open_published(directory)


def bits(value: float) -> str:
    """A double as 16 hexadecimal digits: scores are compared with `==` on these."""
    return struct.pack(">d", value).hex()
