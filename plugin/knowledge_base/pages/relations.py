"""What stands beside an entry or a tag: copies, entries with the same tags, what changed last."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .site import EntryRef, Site

ALIKE = 6
NEWEST = 50
RELATED = 8
CONSIDERED = 60
"""Entries that are looked at for those with the same tags: a tag that more have says little about any."""


class Relations:
    """Relations between the entries of a site."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def copies(self, entry: EntryRef) -> list[EntryRef]:
        """The other entries with the same bytes."""
        same = self._by_checksum.get(entry.info.checksum, ())
        return [other for other in same if other is not entry]

    def once(self, entries: Sequence[EntryRef]) -> Sequence[EntryRef]:
        """Entries without later copies of earlier ones, where the site shows copies as one."""
        if not self._site.collapse_copies or not self._by_checksum:
            return entries
        first: dict[str, EntryRef] = {}
        for entry in entries:
            first.setdefault(entry.info.checksum, entry)
        return list(first.values())

    def alike(self, entry: EntryRef) -> list[EntryRef]:
        """Other entries with the same tags; rare tags count for more."""
        weights: defaultdict[int, float] = defaultdict(float)
        found: dict[int, EntryRef] = {}
        by_tag = self._site.by_tag
        for tag in sorted(set(entry.info.tags), key=lambda tag: (len(by_tag[tag]), tag)):
            if len(weights) > CONSIDERED:
                break
            for other in by_tag[tag][: CONSIDERED + 1]:
                weights[id(other)] += 1 / len(by_tag[tag])
                found[id(other)] = other
        for known in (entry, *self.copies(entry)):
            weights.pop(id(known), None)
        return [found[key] for key, _ in sorted(weights.items(), key=lambda item: -item[1])[:ALIKE]]

    def related(self, tag: str) -> list[str]:
        """The tags that stand most often beside `tag`."""
        beside = Counter(other for entry in self._site.by_tag[tag] for other in entry.info.tags)
        del beside[tag]
        return [other for other, _ in sorted(beside.items(), key=lambda item: (-item[1], item[0]))[:RELATED]]

    @cached_property
    def newest(self) -> list[tuple[str, EntryRef]]:
        """The entries that changed last, with the day, newest first; empty where no day is known."""
        dated = [(day, entry) for entry in self._site.entries if (day := self._site.day_of(entry))]
        return sorted(dated, key=lambda item: item[0], reverse=True)[:NEWEST]

    @cached_property
    def _by_checksum(self) -> Mapping[str, list[EntryRef]]:
        found: defaultdict[str, list[EntryRef]] = defaultdict(list)
        for entry in self._site.entries:
            found[entry.info.checksum].append(entry)
        return {checksum: entries for checksum, entries in found.items() if len(entries) > 1}
