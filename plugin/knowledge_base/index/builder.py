"""Stores in, files of the published index out; after the first time only what an edit touches is made again.

Same input, same bytes: no clock, no path, no floats, no disk. What is known from the last time never shows in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..categories import Registry
from ..model import StoreId
from ..progress import told
from ..stores import Store
from ..text import lower
from . import format as fmt
from .asked import Asked, Constants
from .built import Built
from .counting import Occurrences, Tallier
from .dictionary import Shard, write_dictionary
from .files import Files
from .filter import make_filter
from .joints import Published, lists_for, revise_joints, write_joints
from .kept import Kept
from .revising import Edit, revise
from .texts import Shelf, row, rows_of, shelve, text_of, write_entries, write_pages
from .words import DICTIONARIES, LONG_ONES, Words, choose

_FEW = 32
"""So many changed entries are an edit; with more, everything is made again."""
_SHORT = 400_000
"""So many characters of theirs, before and after, too."""


class Builder:
    """Builds an index again and again, from stores that change little in between."""

    def __init__(self) -> None:
        self._last: Built | None = None

    def update(
        self,
        stores: Sequence[tuple[StoreId, Store]],
        registry: Registry,
        constants: Constants,
        pages: Sequence[str] | None = None,
    ) -> dict[str, bytes]:
        """The files of an index by name.

        Entries are numbered through all stores, in the order that breaks ties. `constants` are those of the formula and
        of the excerpts. `pages` holds the address of each entry's page, relative to the root of the site, if there is
        one. The text of an entry is read again only where its checksum is another than the last time.
        """
        asked = Asked.of(stores, registry, constants)
        return self._files(self._edit(asked) or _from_nothing(asked), asked, pages)

    def edit(
        self,
        stores: Sequence[tuple[StoreId, Store]],
        registry: Registry,
        constants: Constants,
        pages: Sequence[str] | None = None,
    ) -> dict[str, bytes] | None:
        """The same where little has changed since, reading only that; None, and all is forgotten, where it is more."""
        asked = Asked.of(stores, registry, constants)
        built = self._edit(asked)
        return self._files(built, asked, pages) if built else None

    def _edit(self, asked: Asked) -> Built | None:
        last, self._last = self._last, None  # where reading fails, what is half revised is forgotten
        return last and _edited(last, asked)

    def _files(self, built: Built, asked: Asked, pages: Sequence[str] | None) -> dict[str, bytes]:
        files, infos, per_shard = built.files, asked.infos, asked.head["entriesPerShard"]
        manifest = {
            **asked.head,
            **write_entries(infos, built.shelves, per_shard, files),
            **{name: [[_first(name, shard), shard[1]] for shard in built.shards[name]] for name in DICTIONARIES},
            "longFilter": built.filter_name,
            "joints": built.joints,
        }
        if pages is not None:
            manifest["pages"] = write_pages(pages, infos, per_shard, files)
        files[fmt.MANIFEST] = fmt.dumps(manifest)
        self._last = built
        return dict(files)

    def dumps(self) -> bytes:
        """What the next update needs. Only the same version can load it, on a machine of the same kind."""
        if self._last is None:
            raise ValueError("nothing was built yet")
        return self._last.dumps()

    @classmethod
    def loads(cls, dumped: bytes) -> Builder:
        """A builder that knows what was dumped. Raises `DamagedError` for anything else."""
        builder = cls()
        builder._last = Built.loads(dumped)
        return builder


def _from_nothing(asked: Asked) -> Built:
    """Everything from nothing."""
    files = Files()
    searched = sum(asked.searched)
    lists = lists_for(searched)
    shelves, occurrences = _read(asked, Tallier(lists), files)
    words = choose(occurrences, searched)
    shards = {name: write_dictionary(name, words.listed[name], files) for name in DICTIONARIES}
    filter_name = files.add("filter", make_filter(words.listed[LONG_ONES]))
    joints = write_joints(occurrences.joints, lists, len(asked.infos), files)
    return _built(asked, files, shelves, words, shards, filter_name, joints, occurrences)


def _read(asked: Asked, tallier: Tallier, files: Files) -> tuple[list[Shelf], Occurrences]:
    """All texts, shelved, and what stands in them."""
    occurrences = Occurrences()
    shelves = []
    rows = []
    for number, info in enumerate(told("indexing entries", asked.infos)):
        text = asked.read(number)
        made = row(info, text, files)
        if asked.searched[number]:
            occurrences.add(number, tallier.tally(info.title, text[len(made[3]) :]))
        rows.append(made)
        if len(rows) == asked.head["entriesPerShard"]:
            shelves.append(shelve(rows, files))
            rows = []
    if rows:
        shelves.append(shelve(rows, files))
    return shelves, occurrences


def _edited(last: Built, asked: Asked) -> Built | None:
    """What was built, brought up to date; None where that is not worth it."""
    if last.head != asked.head or last.paths != [info.path for info in asked.infos]:
        return None
    changed = [
        number
        for number, (info, checksum) in enumerate(zip(asked.infos, last.checksums, strict=True))
        if info.checksum != checksum
    ]
    if len(changed) > _FEW:
        return None
    files = Files()
    shelves = list(last.shelves)
    edits = []
    tallier = Tallier(last.joints["lists"])
    characters = 0
    per_shard = asked.head["entriesPerShard"]
    for place, numbers in groupby(changed, lambda number: number // per_shard):
        rows = rows_of(shelves[place], last.files)
        for number in numbers:
            title, body = text_of(rows[number % per_shard], last.files)
            text = asked.read(number)
            made = rows[number % per_shard] = row(asked.infos[number], text, files)
            new_body = text[len(made[3]) :]
            characters += len(body) + len(new_body)
            if characters > _SHORT:
                return None
            if asked.searched[number]:
                old, new = tallier.tally(title, body), tallier.tally(asked.infos[number].title, new_body)
                if len(old.joints) != len(new.joints):
                    return None
                edits.append(Edit(number, old, new, lower(body), lower(new_body)))
        files.keep(last.files, [name for made in rows for name in made[5:] if name not in files])
        shelves[place] = shelve(rows, files)
    for shelf, known in zip(shelves, last.shelves, strict=True):
        if shelf is known:
            files.keep(last.files, shelf[1])
    touched = revise(last.words, last.kept, edits, sum(asked.searched))
    shards = {
        name: write_dictionary(name, last.words.listed[name], files, last.shards[name], last.files, touched[name])
        for name in DICTIONARIES
    }
    if touched[LONG_ONES]:
        filter_name = files.add("filter", make_filter(last.words.listed[LONG_ONES]))
    else:
        filter_name = last.filter_name
        files.keep(last.files, [filter_name])
    joints = revise_joints(
        last.joints, len(asked.infos), {edit.entry: edit.new.joints for edit in edits}, last.files, files
    )
    return _built(asked, files, shelves, last.words, shards, filter_name, joints, last.kept)


def _built(
    asked: Asked,
    files: Files,
    shelves: list[Shelf],
    words: Words,
    shards: dict[str, list[Shard]],
    filter_name: str,
    joints: Published,
    occurrences: Occurrences | Kept,
) -> Built:
    paths = [info.path for info in asked.infos]
    checksums = [info.checksum for info in asked.infos]
    return Built(asked.head, paths, checksums, files, shelves, words, shards, filter_name, joints, occurrences)


def _first(name: str, shard: Shard) -> str:
    """The first word of a shard. No term is looked up among the long words, which would fill the manifest."""
    return "" if name == LONG_ONES else shard[0][0]
