"""The files of an index as they are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from . import format as fmt


class Files(dict[str, bytes]):
    """Files by name."""

    def add(self, kind: str, value: Any) -> str:
        """Add a shard; gives its name."""
        content = fmt.dumps(value)
        name = fmt.shard_name(kind, content)
        self[name] = content
        return name

    def keep(self, last: Mapping[str, bytes], names: Iterable[str]) -> None:
        """Add files of the last time."""
        self.update((name, last[name]) for name in names)


def sizes(files: Mapping[str, bytes]) -> Iterable[tuple[str, int]]:
    """Bytes of an index by kind of file, largest first."""
    totals: Counter[str] = Counter()
    for name, content in files.items():
        totals[name.rsplit("-", 1)[0].removesuffix(".json")] += len(content)
    return totals.most_common()
