"""The contract of a store. `docs/reference/store.md` explains it; `knowledge_base.testing` is its test suite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..errors import RequestError
from ..model import EntryInfo, Evidence, Finding


class Store(Protocol):
    """A place that holds entries and can say what a query matches in them.

    A store finds and describes. It never scores, never knows its own address, and answers the same as long as what it
    holds is the same.
    """

    def entries(self) -> Sequence[EntryInfo]:
        """Every entry, by path in UTF-8 order, without excerpts."""

    def read(self, path: str) -> str:
        """The text of an entry as stored, frontmatter included. Raises `entry_not_found`."""

    def find(self, terms: Sequence[str]) -> Iterable[Evidence]:
        """Evidence of every entry that has a tag, or at least one term in its body, in any order.

        `terms` are lower-cased. One with single blanks is a phrase. A count is the number of non-overlapping
        occurrences, left to right, in the lower-cased body, for a phrase with the blanks of each line folded:
        `knowledge_base.text.lower` and `count`.
        """

    def describe(self, path: str, terms: Sequence[str]) -> EntryInfo:
        """One entry with its excerpts for `terms` (`knowledge_base.excerpt`). Raises `entry_not_found`."""

    def findings(self) -> Sequence[Finding]:
        """What the store had to leave out or found odd, by place."""


def entry_not_found(path: str) -> RequestError:
    """The refusal of `read` and `describe`; the caller, who knows the store's address, says the rest."""
    return RequestError("knowledge_entry_not_found", f'no knowledge entry at "{path}"', resource=path)
