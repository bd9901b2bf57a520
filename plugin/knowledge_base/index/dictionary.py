"""Words and their lists as shards of a dictionary."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from zlib import crc32

from . import format as fmt
from .files import Files
from .words import Listed

Shard = tuple[list[str], str, list[str]]
"""The words of a shard, its name, and the names of the shards with their lists."""


def write_dictionary(
    kind: str,
    words: Listed,
    files: Files,
    last: Sequence[Shard] = (),
    last_files: Mapping[str, bytes] | None = None,
    changed: set[str] | None = None,
) -> list[Shard]:
    """The shards of a dictionary. Those of the last time are kept where none of their words have `changed`."""
    known = {shard[0][0]: shard for shard in last}
    made = []
    ordered = _ordered(words, last, changed)
    for first, end in _borders(ordered, words):
        shard = known.get(ordered[first])
        part = ordered[first:end]
        if shard and last_files and changed is not None and shard[0] == part and changed.isdisjoint(part):
            files.keep(last_files, [shard[1], *shard[2]])
        else:
            shard = _write(kind, part, words, files)
        made.append(shard)
    return made


def _ordered(words: Listed, last: Sequence[Shard], changed: set[str] | None) -> list[str]:
    if changed is None:
        return sorted(words, key=fmt.order)
    ordered = list(chain.from_iterable(shard[0] for shard in last))
    for word in changed:
        at = bisect_left(ordered, fmt.order(word), key=fmt.order)
        listed = at < len(ordered) and ordered[at] == word
        if listed and word not in words:
            del ordered[at]
        elif not listed and word in words:
            ordered.insert(at, word)
    return ordered


def _borders(ordered: Sequence[str], words: Listed) -> Iterator[tuple[int, int]]:
    """First and end of each shard. Words say where one ends, so that one word more moves few borders."""
    first = size = 0
    for end, word in enumerate(ordered):
        if size > fmt.LEXICON_BYTES or (size > fmt.LEXICON_LEAST and crc32(word.encode()) % 64 == 0):
            yield first, end
            first, size = end, 0
        size += len(word) // 2 + (1 if words[word] < "a" else 5)
    if ordered:
        yield first, len(ordered)


def _write(kind: str, part: list[str], words: Listed, files: Files) -> Shard:
    listed = [words[word] for word in part]
    lists = [packed[1:] for packed in listed if packed < "a"]
    postings = [
        (first, files.add(f"{kind}-postings", " ".join(lists[first:end])))
        for first, end in fmt.batches(map(len, lists), fmt.POSTINGS_BYTES)
    ]
    shard = {
        "words": fmt.pack_words(part),
        "kinds": "".join(packed[0] for packed in listed),
        "singles": "".join(packed[1:] for packed in listed if packed >= "a"),
        "postings": postings,
    }
    return part, files.add(kind, shard), [name for _, name in postings]
