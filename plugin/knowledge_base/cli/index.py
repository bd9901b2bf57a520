"""`kb index`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from ..cached import Before
from ..config import load
from ..errors import RequestError
from ..index import refuse_over_budget, sizes, write_directory
from .command import Answer, command, require_folder
from .schemas import INDEX
from .screen import Screen


@command("index", INDEX)
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
def index(project: Path, out: Path) -> Answer:
    """Write the search index into the folder OUT.

    The whole text of every entry can be read from it. Of what OUT holds, only the files of an older index are removed.
    Each file gets a script twin, for pages that are opened from disk.
    """
    if out.exists() and not out.is_dir():
        raise RequestError(
            "index_not_a_folder", f"{out.as_posix()} is a file", "name a folder to write to", out.as_posix()
        )
    require_folder(project)
    before = Before.of(load(project))
    knowledge, files, builder = before.index()
    if knowledge.settings:
        refuse_over_budget(files, knowledge.settings.search)
    write_directory(out, files)
    before.leave(knowledge, files, builder)
    written = {"written": out.as_posix(), "files": len(files), "bytes": sum(map(len, files.values()))}
    kinds = list(sizes(files))

    def text(value: Any, screen: Screen) -> Iterator[str]:
        size = f"{value['files']} files with {value['bytes']:,} bytes"
        yield f"wrote {size} to {value['written']}, and a script twin of each"
        yield from _table(kinds)

    return Answer(written, text, knowledge.findings())


def _table(kinds: Sequence[tuple[str, int]]) -> Iterator[str]:
    width = max(len(kind) for kind, _ in kinds)
    digits = max(len(f"{size:,}") for _, size in kinds)
    for kind, size in kinds:
        yield f"    {kind:<{width}}  {size:>{digits},}"
