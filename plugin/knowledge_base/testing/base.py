"""What every part of the contract needs: a store that holds given files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from ..stores import Store


class ContractTests(ABC):
    """Tests that make their own stores."""

    @abstractmethod
    def make_store(self, files: Mapping[str, bytes]) -> Store:
        """A fresh store with exactly these entries: path to raw bytes, all of them Markdown in UTF-8.

        May be called more than once in a test; the stores must not share anything.
        """


def text_files(**bodies: str) -> dict[str, bytes]:
    """Entries named after the keywords: `text_files(a="x")` is `{"a.md": b"x"}`."""
    return {f"{name}.md": body.encode() for name, body in bodies.items()}
