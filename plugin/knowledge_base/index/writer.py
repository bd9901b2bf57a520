"""Stores in, files of the published index out. Same input, same bytes: no clock, no path, no floats, no disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..categories import Registry
from ..entries import split
from ..model import StoreId, category_of
from ..stores import Store
from ..text import is_run, lower, runs, words
from ..text.unicode import LOWER, WHITESPACE, WORD
from . import format as fmt

Postings = dict[str, list[tuple[int, int]]]
Constants = Mapping[str, "int | float"]


def build(
    stores: Sequence[tuple[StoreId, Store]],
    registry: Registry,
    constants: Constants,
    pages: Sequence[str] | None = None,
) -> dict[str, bytes]:
    """The files of an index by name.

    Entries are numbered through all stores, in the order that breaks ties. `constants` are those of the formula and
    of the excerpts. `pages` holds the address of each entry's page, relative to the root of the site, if there is one.
    """
    files: dict[str, bytes] = {}

    def add(kind: str, value: Any) -> str:
        content = fmt.dumps(value)
        name = fmt.shard_name(kind, content)
        files[name] = content
        return name

    rows: list[list[Any]] = []
    texts: list[list[str]] = []
    tagged: dict[str, list[tuple[int, int]]] = {}
    run_postings: Postings = {}
    token_postings: Postings = {}
    descriptions: list[int] = []
    store_rows = []
    for id_, store in stores:
        infos = store.entries()
        for info in infos:
            number = len(rows)
            rows.append([info.path, info.title, info.checksum, list(info.tags)])
            if registry.is_description(info.path):
                descriptions.append(number)
            for tag in info.tags:
                tagged.setdefault(tag, []).append((number, 1))
            text = store.read(info.path)
            body_start = split(text).body_start
            texts.append([text[:body_start], text[body_start:]])
            _count(text[body_start:], number, run_postings, token_postings)
        folders = groupby(category_of(info.path) for info in infos)
        store_rows.append(
            {
                "tier": id_.tier,
                "name": id_.name,
                "folders": [[folder, len(list(group))] for folder, group in folders],
            }
        )

    tags = sorted(tagged, key=str.encode)
    manifest: dict[str, Any] = {
        "format": fmt.FORMAT,
        "constants": {name: value if isinstance(value, int) else fmt.bits(value) for name, value in constants.items()},
        "unicode": {
            "blank": [number for row in WHITESPACE for number in row],
            "lower": [number for row in LOWER for number in row],
            "word": [number for row in WORD for number in row],
        },
        "categories": [{"name": c.name, "retrieval": c.retrieval.value} for c in registry],
        "stores": store_rows,
        "descriptions": descriptions,
        "tags": add("tags", {"names": tags, "postings": [fmt.pack_postings(tagged[t]) for t in tags]}),
        "runs": _write_lexicon("runs", run_postings, add),
        "tokens": _write_lexicon("tokens", token_postings, add),
        "entriesPerShard": fmt.ENTRIES_PER_SHARD,
        "entries": [
            add("entries", rows[first : first + fmt.ENTRIES_PER_SHARD])
            for first in range(0, len(rows), fmt.ENTRIES_PER_SHARD)
        ],
        "texts": [
            [first, add("texts", texts[first:end])]
            for first, end in fmt.batches((len(h) + len(b) for h, b in texts), fmt.TEXTS_BYTES)
        ],
    }
    if pages is not None:
        manifest["pages"] = add("pages", list(pages))
    files[fmt.MANIFEST] = fmt.dumps(manifest)
    return files


def _count(body: str, number: int, run_postings: Postings, token_postings: Postings) -> None:
    """Count what stands between blanks. A term holds no blank, so each occurrence lies inside one such token;
    one of letters and digits lies inside one run of them."""
    in_runs: Counter[str] = Counter()
    for token, count in Counter(words(lower(body))).items():
        if is_run(token):
            in_runs[token] += count
        else:
            token_postings.setdefault(token, []).append((number, count))
            for run in runs(token):
                in_runs[run] += count
    for run, count in in_runs.items():
        run_postings.setdefault(run, []).append((number, count))


def _write_lexicon(kind: str, postings: Postings, add: Any) -> dict[str, Any]:
    """Words in shards, and their postings in shards of their own, both with the number of their first word."""
    ordered = sorted(postings)
    packed = [fmt.pack_postings(postings[word]) for word in ordered]
    return {
        "words": [
            [first, add(f"{kind}-words", fmt.pack_words(ordered[first:end]))]
            for first, end in fmt.batches((len(word.encode()) for word in ordered), fmt.WORDS_BYTES)
        ],
        "postings": [
            [first, add(f"{kind}-postings", " ".join(packed[first:end]))]
            for first, end in fmt.batches(map(len, packed), fmt.POSTINGS_BYTES)
        ],
    }


def sizes(files: Mapping[str, bytes]) -> Iterable[tuple[str, int]]:
    """Bytes of an index by kind of file, largest first."""
    totals: Counter[str] = Counter()
    for name, content in files.items():
        totals[name.rsplit("-", 1)[0].removesuffix(".json")] += len(content)
    return totals.most_common()
