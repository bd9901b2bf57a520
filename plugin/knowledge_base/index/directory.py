"""An index on disk: shards first, the manifest last, so that a reader always sees a whole index."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..files import write
from .format import MANIFEST, script_twin

_SHARD = re.compile(r"[a-z]+(-[a-z]+)?-[0-9a-f]{16}\.(json|js)")


def write_directory(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of an index and their script twins.

    Shards that the new manifest no longer names are removed; nothing else is.
    """
    written = {MANIFEST, f"{MANIFEST[:-5]}.js"}
    for name, content in files.items():
        if name != MANIFEST:
            for shard, value in ((name, content), script_twin(name, content)):
                written.add(shard)
                file = directory / shard
                if not (file.is_file() and file.read_bytes() == value):
                    write(file, value)
    twin, value = script_twin(MANIFEST, files[MANIFEST])
    write(directory / twin, value)
    write(directory / MANIFEST, files[MANIFEST])
    for file in directory.iterdir():
        if _SHARD.fullmatch(file.name) and file.name not in written:
            file.unlink()
