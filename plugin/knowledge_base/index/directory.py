"""An index on disk: shards first, the manifest last, so that a reader always sees a whole index."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ..files import add, holds, write
from .format import MANIFEST, script_twin

_SHARD = re.compile(r"[a-z]+(-[a-z]+)?-[0-9a-f]{16}\.(json|js)")


def write_directory(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of an index and their script twins.

    Shards that the new manifest no longer names are removed; nothing else is.
    """
    there = set(os.listdir(directory)) if directory.is_dir() else set()
    written = {MANIFEST, f"{MANIFEST[:-5]}.js"}
    for name, content in files.items():
        if name != MANIFEST:
            for shard, value in ((name, content), script_twin(name, content)):
                written.add(shard)
                if shard not in there:
                    add(os.path.join(directory, shard), value)  # no manifest names it yet
                elif not holds(os.path.join(directory, shard), value):
                    write(directory / shard, value)
    twin, value = script_twin(MANIFEST, files[MANIFEST])
    write(directory / twin, value)
    write(directory / MANIFEST, files[MANIFEST])
    for name in there - written:
        if _SHARD.fullmatch(name):
            (directory / name).unlink(missing_ok=True)
