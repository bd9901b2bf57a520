"""MkDocs with the handlers of one plugin timed: `python -m benchmarks.timed_mkdocs OUT PLUGIN build …`.

Writes to OUT the CPU seconds of every handler by event. Our share of a build is their sum without the rendering of
entry pages, which is what MkDocs does for the same pages in a folder of docs, and without the gate, which no peer has
and which has a line of its own. PLUGIN is `none` for a build without any.
"""

from __future__ import annotations

import functools
import importlib
import json
import resource
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs.__main__ import cli

PLUGINS = {
    "knowledge": ("knowledge_base.mkdocs_plugin", "KnowledgePlugin"),
    "material": ("material.plugins.search.plugin", "SearchPlugin"),
}
RENDERING = "rendering"
"""Instead of the name of an event: the content of pages that show one entry."""
GATE = "gate"
"""… `kb check` within the build."""

_ENTRY_PAGES = ("knowledge/project/", "knowledge/repo/")
_spent: dict[str, float] = defaultdict(float)
_inside: list[float] = []
"""For each call that is being timed, the seconds of the timed calls in it: they count for themselves alone."""


def _cpu() -> float:
    """Seconds of this process, its threads and the children it has waited for."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def _timed(event: str, handler: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(handler)  # also copies the priority that MkDocs reads from it
    def timed(*arguments: Any, **named: Any) -> Any:
        page = named.get("page")
        rendering = event == "on_page_content" and page and page.file.src_uri.startswith(_ENTRY_PAGES)
        _inside.append(0.0)
        start = _cpu()
        try:
            return handler(*arguments, **named)
        finally:
            whole = _cpu() - start
            _spent[RENDERING if rendering else event] += whole - _inside.pop()
            if _inside:
                _inside[-1] += whole

    return timed


def main() -> None:
    out, name, *arguments = sys.argv[1:]
    if name in PLUGINS:  # only this one: the imports of the others would count as memory
        module, class_name = PLUGINS[name]
        plugin = getattr(importlib.import_module(module), class_name)
        for event, handler in list(vars(plugin).items()):
            if event.startswith("on_") and callable(handler):
                setattr(plugin, event, _timed(event, handler))
    if name == "knowledge":
        gate = importlib.import_module("knowledge_base.mkdocs_plugin.gate").BuildGate
        for method in ("__init__", "before", "rendered", "after"):
            setattr(gate, method, _timed(GATE, getattr(gate, method)))
    try:
        cli(arguments, standalone_mode=False)
    finally:
        Path(out).write_text(json.dumps(_spent), "utf-8")


if __name__ == "__main__":
    main()
