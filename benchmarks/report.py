"""All that was measured as JSON, with the machine and the versions that it was measured on."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from .corpus import Corpus
from .figures import BY_KEY, OURS, budget, size_of, within
from .measure import Measured

_PACKAGES = ("mkdocs-knowledge", "mkdocs", "mkdocs-material", "pagefind-bin", "zensical")


def machine() -> dict[str, Any]:
    return {
        "platform": platform.system(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "node": _output("node", "--version").removeprefix("v"),
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def as_json(corpus: Corpus, measured: Measured) -> dict[str, Any]:
    """A corpus: `figures` by key, with unit, budget, and the values by who was measured."""
    size = size_of(len(corpus.entries))
    return {
        "corpus": corpus.name,
        "budgets": size,
        "entries": len(corpus.entries),
        "looked_up": len(corpus.searched),
        "text_bytes": corpus.text_bytes,
        "figures": {key: _figure(key, size, values) for key, values in measured.values.items()},
        "not_measured": measured.missing,
    }


def _figure(key: str, size: str, values: Mapping[str, float]) -> dict[str, Any]:
    figure = BY_KEY[key]
    bound = budget(figure, size)
    ours = values.get(OURS)
    met = None if bound is None or ours is None else within(figure, ours, bound)
    return {"unit": figure.unit, "budget": bound, "met": met, "values": dict(values)}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout.strip()
    except OSError:
        return ""
