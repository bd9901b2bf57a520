"""What an index is to be built of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..categories import Registry
from ..model import EntryInfo, StoreId, category_of
from ..stores import Store
from ..text.unicode import DENSE, LOWER, WHITESPACE, WORD
from . import format as fmt

Constants = Mapping[str, "int | float"]


@dataclass(frozen=True, slots=True)
class Asked:
    """Entries through all stores, in the order that breaks ties. `head` is all of the manifest that no text decides."""

    head: dict[str, Any]
    infos: list[EntryInfo]
    stores: list[Store]
    searched: list[bool]

    @classmethod
    def of(cls, stores: Sequence[tuple[StoreId, Store]], registry: Registry, constants: Constants) -> Asked:
        infos: list[EntryInfo] = []
        store_of: list[Store] = []
        rows = []
        for id_, store in stores:
            found = store.entries()
            infos += found
            store_of += [store] * len(found)
            folders = groupby(category_of(info.path) for info in found)
            folder_rows = [[folder, len(list(group))] for folder, group in folders]
            rows.append({"tier": id_.tier, "name": id_.name, "folders": folder_rows})
        head = {
            "format": fmt.FORMAT,
            "constants": {
                name: value if isinstance(value, int) else fmt.bits(value) for name, value in constants.items()
            },
            "unicode": {
                "blank": [number for row in WHITESPACE for number in row],
                "dense": [number for row in DENSE for number in row],
                "lower": [number for row in LOWER for number in row],
                "word": [number for row in WORD for number in row],
            },
            "categories": [{"name": c.name, "retrieval": c.retrieval.value} for c in registry],
            "stores": rows,
            "descriptions": [number for number, info in enumerate(infos) if registry.is_description(info.path)],
            "entriesPerShard": fmt.entries_per_shard(len(infos)),
        }
        return cls(head, infos, store_of, [registry.is_searched(info.path) for info in infos])

    def read(self, number: int) -> str:
        return self.stores[number].read(self.infos[number].path)
