"""`search` of the settings: how large the published index may be, and what the dialog does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .yaml_file import Value


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Compressed bytes of the whole index, and of what a first answer loads; None where there is no limit.

    `recent` says whether the dialog keeps the searches of a reader, on the reader's device.
    """

    max_total_bytes: int | None = None
    max_first_bytes: int | None = None
    recent: bool = True


def search_settings(keys: Mapping[str, Value]) -> SearchSettings:
    """`search` of the settings."""
    if "search" not in keys:
        return SearchSettings()
    found = keys["search"].mapping(("max_total_bytes", "max_first_bytes", "recent"))
    return SearchSettings(
        found["max_total_bytes"].count() if "max_total_bytes" in found else None,
        found["max_first_bytes"].count() if "max_first_bytes" in found else None,
        "recent" not in found or found["recent"].boolean(),
    )
