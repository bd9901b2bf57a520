"""An edit of few entries: the words whose lists it touches are listed again, the others stay as they are."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import compounds
from .counting import LETTERS, Tally, counts_of, in_order, total
from .kept import Kept, Lists, flat
from .pieces import RUN, class_of
from .words import DICTIONARIES, FRAGMENTS, LONG, RUNS, Words, dictionary_of, list_run, listed, most, unlisted


@dataclass(frozen=True, slots=True)
class Edit:
    """One entry before and after; bodies are lower-cased."""

    entry: int
    old: Tally
    new: Tally
    old_body: str
    new_body: str


def revise(words: Words, kept: Kept, edits: Sequence[Edit], entries: int) -> Mapping[str, set[str]]:
    """Bring words, and what is kept about so many counted entries, up to date.

    Gives, by dictionary, the words that are listed otherwise than before, or no more.
    """
    replaced = [kept.replace(edit.entry, edit.old, edit.new) for edit in edits]
    units, cores, likely = (set[str]().union(*(changed[place] for changed in replaced)) for place in range(3))
    revision = _Revision(words, kept, edits, entries)
    revision.units(units)
    revision.runs({word for unit in units for word in _words_within(unit, kept.units)} | units | likely)
    revision.letters()
    revision.compounds(cores, likely)
    return revision.changed


class _Revision:
    def __init__(self, words: Words, kept: Kept, edits: Sequence[Edit], entries: int) -> None:
        self.changed: dict[str, set[str]] = {name: set() for name in DICTIONARIES}
        self._words = words
        self._kept = kept
        self._edits = edits
        self._entries = entries
        self._haystack = ""

    def units(self, units: Iterable[str]) -> None:
        """List those that are counted by themselves."""
        for unit in units:
            if (name := dictionary_of(unit)) != RUNS:
                own = self._kept.units.get(unit)
                self._list(name, unit, listed(counts_of(flat(own)), name == FRAGMENTS) if own else None)

    def runs(self, words: Iterable[str]) -> None:
        """List runs again that stand in a run that came or went."""
        for word in words:
            if dictionary_of(word) == RUNS and word not in LETTERS:
                own = self._kept.units.get(word)
                self._list(RUNS, word, self._run(word, flat(own)) if own else None)
                if not own:
                    self._words.floors.pop(word, None)

    def letters(self) -> None:
        for place, letter in enumerate(LETTERS):
            if any(edit.old.letters[place] != edit.new.letters[place] for edit in self._edits):
                counts = self._patched(letter, self._words.listed[RUNS].get(letter))
                self._list(RUNS, letter, listed(counts, True) if counts else None)

    def compounds(self, cores: set[str], likely: set[str]) -> None:
        words, kept = self._words, self._kept
        judged = cores | likely
        wanted = compounds.wanted({core: flat(kept.cores[core]) for core in judged if core in kept.cores}, kept.likely)
        gone = (judged & words.compounds) - wanted
        come = wanted - words.compounds
        words.compounds -= gone
        for compound in gone:
            self._list(FRAGMENTS, compound, None)
        within = compounds.Compounds(words.compounds).within
        for compound in {compound for core in cores for compound in within(core)}:
            counts = self._patched(compound, words.listed[FRAGMENTS][compound])
            self._list(FRAGMENTS, compound, listed(counts, True))
        for compound in come:
            lists = [
                flat(found)
                for core, found in kept.cores.items()
                if compound in core
                for _ in range(core.count(compound))
            ]
            self._list(FRAGMENTS, compound, listed(total(lists), True))
        words.compounds |= come

    def _run(self, word: str, own: array[int]) -> str:
        """A run as it is listed now."""
        limit = most(word, own, self._kept.likely, self._entries)
        floors = self._words.floors
        before = self._words.listed[RUNS].get(word)
        if before is None:
            return self._summed(word, own, limit)
        if word in floors:
            floor = floors.pop(word) + sum((word in edit.new_body) - (word in edit.old_body) for edit in self._edits)
            if floor <= limit:
                return self._summed(word, own, limit)
        else:
            counts = self._patched(word, before)
            if len(counts) <= limit:
                return listed(counts, True)
            floor = len(counts)
        floors[word] = floor
        return listed(counts_of(own), False)

    def _summed(self, word: str, own: array[int], limit: int) -> str:
        if not self._haystack:
            self._haystack = "\n".join(("", *self._kept.units, ""))
        lists = [own]
        at = self._haystack.find(word)
        while at >= 0:
            end = self._haystack.find("\n", at)
            unit = self._haystack[self._haystack.rfind("\n", 0, at) + 1 : end]
            if unit != word:
                lists += [flat(self._kept.units[unit])] * unit.count(word)
            at = self._haystack.find(word, end)
        return list_run(word, lists, limit, self._words.floors)

    def _patched(self, word: str, before: str | None) -> dict[int, int]:
        """What an aggregated list counts now: what it counted, but for the entries that were edited."""
        counts = unlisted(before) if before else {}
        for edit in self._edits:
            if count := edit.new_body.count(word):
                counts[edit.entry] = count
            else:
                counts.pop(edit.entry, None)
        return in_order(counts)

    def _list(self, name: str, word: str, packed: str | None) -> None:
        dictionary = self._words.listed[name]
        if dictionary.get(word) == packed:
            return
        self.changed[name].add(word)
        if packed is None:
            del dictionary[word]
        else:
            dictionary[word] = packed


def _words_within(unit: str, units: Lists) -> Iterator[str]:
    """The short runs inside a run."""
    if class_of(unit[0]) == RUN:
        for start in range(len(unit)):
            for end in range(start + 1, min(start + LONG, len(unit)) + 1):
                if (part := unit[start:end]) in units:
                    yield part
