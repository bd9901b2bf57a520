"""Names that people give to stores, categories and sources."""

from __future__ import annotations


def name_problem(name: str) -> str | None:
    """Why `name` cannot stand in an address and in a URL, or None."""
    if name != name.strip() or name.startswith("."):
        return "starts or ends with a blank or a dot"
    if any(char in '/\\:"' or not char.isprintable() for char in name):
        return "holds a character that an address cannot hold"
    return None
