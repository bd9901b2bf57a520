"""The anchors of a published index: known only when the pages have been rendered, so added to it then."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import format as fmt


def with_sections(files: Mapping[str, bytes], sections: Sequence[Sequence[tuple[int, str]]]) -> dict[str, bytes]:
    """The files of an index, and with them the sections of its entries: (line of the heading in the body, anchor)."""
    added = dict(files)

    def add(value: Any) -> str:
        content = fmt.dumps(value)
        name = fmt.shard_name("sections", content)
        added[name] = content
        return name

    manifest = json.loads(files[fmt.MANIFEST])
    step = manifest["entriesPerShard"]
    rows = [[part for section in of_entry for part in section] for of_entry in sections]
    manifest["sections"] = add([add(rows[at : at + step]) for at in range(0, len(rows), step)])
    added[fmt.MANIFEST] = fmt.dumps(manifest)
    return added
