"""An index on disk: shards first, the manifest last, so that a reader always sees a whole index."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..files import write
from .format import MANIFEST

_SHARD = re.compile(r"[a-z]+(-[a-z]+)?-[0-9a-f]{16}\.(json|js)")


def write_directory(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of an index. Shards that the new manifest no longer names are removed; nothing else is."""
    manifests = {MANIFEST, f"{MANIFEST[:-5]}.js"}
    for name, content in files.items():
        file = directory / name
        if name not in manifests and not (file.is_file() and file.stat().st_size == len(content)):
            write(file, content)
    for name in sorted(manifests & files.keys()):
        write(directory / name, files[name])
    for file in directory.iterdir():
        if _SHARD.fullmatch(file.name) and file.name not in files:
            file.unlink()
