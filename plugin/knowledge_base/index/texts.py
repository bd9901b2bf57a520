"""What is shown of entries: their texts, paths and tags, in shards of so many entries."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..entries import split
from ..excerpt import blocks
from ..model import EntryInfo
from . import format as fmt
from .files import Files

Row = list[Any]
"""Title, checksum, tags, frontmatter, the first block of the body, names of the shards of more blocks."""
Shelf = tuple[list[list[Any]], list[str]]
"""The texts of one shard of entries: `[place of the first entry, name]`, and the names of all files that hold them."""


def row(info: EntryInfo, text: str, files: Files) -> Row:
    body_start = split(text).body_start
    block, *more = blocks(text[body_start:])
    names = [files.add("blocks", later) for later in more]
    return [info.title, info.checksum, list(info.tags), text[:body_start], block, *names]


def text_of(made: Row, files: Mapping[str, bytes]) -> tuple[str, str]:
    """Title and body, as they were when the row was made."""
    title, _, _, _, block, *names = made
    return title, block + "".join(json.loads(files[name]) for name in names)


def shelve(rows: Sequence[Row], files: Files) -> Shelf:
    sizes = (len(made[3]) + len(made[4]) for made in rows)
    texts = [[first, files.add("texts", rows[first:end])] for first, end in fmt.batches(sizes, fmt.TEXTS_BYTES)]
    return texts, [name for made in rows for name in made[5:]] + [name for _, name in texts]


def rows_of(shelf: Shelf, files: Mapping[str, bytes]) -> list[Row]:
    """The rows that were shelved."""
    return [made for _, name in shelf[0] for made in json.loads(files[name])]


def write_entries(infos: Sequence[EntryInfo], shelves: Sequence[Shelf], per_shard: int, files: Files) -> dict[str, Any]:
    """The keys `entries` and `tags` of the manifest."""
    tagged: dict[str, list[int]] = {}
    for number, info in enumerate(infos):
        for tag in info.tags:
            tagged.setdefault(tag, []).append(number)
    tags = sorted(tagged, key=fmt.order)
    number_of = {tag: number for number, tag in enumerate(tags)}
    packed = [fmt.pack_postings(dict.fromkeys(tagged[tag], 1)) for tag in tags]
    sizes = (len(tag.encode()) + len(postings) for tag, postings in zip(tags, packed, strict=True))
    copies = _copies(infos, per_shard)
    shards = []
    for at, (texts, _) in enumerate(shelves):
        shown = infos[at * per_shard : (at + 1) * per_shard]
        shards.append(
            files.add(
                "entries",
                {
                    "paths": [info.path for info in shown],
                    "tags": [[number_of[tag] for tag in info.tags] for info in shown],
                    "texts": texts,
                    **({"copies": copies[at]} if at in copies else {}),
                },
            )
        )
    return {
        "tags": [
            [tags[first], files.add("tags", {"names": tags[first:end], "postings": packed[first:end]})]
            for first, end in fmt.batches(sizes, fmt.TAGS_BYTES)
        ],
        "entries": shards,
    }


def _copies(infos: Sequence[EntryInfo], per_shard: int) -> dict[int, dict[str, int]]:
    """By shard and offset, the next entry with the same bytes; after the last comes the first."""
    places: dict[str, list[int]] = {}
    for number, info in enumerate(infos):
        places.setdefault(info.checksum, []).append(number)
    found: dict[int, dict[str, int]] = {}
    for numbers in places.values():
        if len(numbers) > 1:
            for number, following in zip(numbers, numbers[1:] + numbers[:1], strict=True):
                at, offset = divmod(number, per_shard)
                found.setdefault(at, {})[str(offset)] = following
    return found


def write_pages(pages: Sequence[str], infos: Sequence[EntryInfo], per_shard: int, files: Files) -> list[str]:
    """The key `pages` of the manifest: addresses, with a tab where they repeat the path, so that many are equal."""
    addresses = [page.replace(info.path.removesuffix(".md"), "\t", 1) for page, info in zip(pages, infos, strict=True)]
    return [files.add("pages", addresses[at : at + per_shard]) for at in range(0, len(pages), per_shard)]
