"""`search` of the settings: how large the published index may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .yaml_file import Value


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Compressed bytes of the whole index, and of what a first answer loads; None where there is no limit."""

    max_total_bytes: int | None = None
    max_first_bytes: int | None = None


def search_settings(keys: Mapping[str, Value]) -> SearchSettings:
    """`search` of the settings."""
    if "search" not in keys:
        return SearchSettings()
    found = keys["search"].mapping(("max_total_bytes", "max_first_bytes"))
    return SearchSettings(**{key: value.count() for key, value in found.items()})
