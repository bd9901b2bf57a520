"""Projects that are clean, and `kb check` run in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support import write_tree

from knowledge_base.categories import CATEGORIES, Registry, render_readme
from knowledge_base.checks.reference import blocks
from knowledge_base.cli import main
from knowledge_base.cli.commands_block import commands_block

SETTINGS = """\
stores:
  - {tier: project, name: handbook, path: knowledge}
  - {tier: repo, name: api, path: api}
tags:
  allowed: [http, routing, retries, timeouts]
  required: true
  max: 3
always_applied: {max_bytes: 600}
"""
ENTRIES = {
    "knowledge/architecture/routing.md": "---\ntags: [http, routing]\n---\n\n# Routing\n\n"
    "See [retries](../gotchas/retries.md#limits).\n",
    "knowledge/conventions/errors.md": "# Errors\n\nSay what to do.\n",
    "knowledge/decisions/http.md": "---\ntags: [http]\n---\n\n# Why HTTP\n\n"
    "Because of [routing](../architecture/routing.md).\n",
    "knowledge/glossary/hit.md": "# Hit\n\nAn entry that answers a query.\n",
    "knowledge/gotchas/retries.md": "---\ntags:\n  - http\n  - retries\n---\n\n# Retries\n\n"
    "## Limits\n\nThree, see [above](#retries).\n",
    "knowledge/learnings/timeouts.md": "---\ntags: [timeouts, routing]\n---\n\n# Timeouts\n\nThirty seconds.\n",
    "api/gotchas/timeouts.md": "---\ntags: [timeouts, retries]\n---\n\n# Timeouts of the API\n\nTen seconds.\n",
}
DOCS = {
    "docs/index.md": "# Home\n\nSee [tables](tables.md#tiers).\n",
    "docs/tables.md": "# Tables\n\n## Tiers\n\n"
    + "\n\n".join(
        f"<!-- kb:{name} -->\n\n@{name}\n\n<!-- /kb:{name} -->" for name in ("tiers", "categories", "constants")
    )
    + "\n",
}


def clean_files() -> dict[str, str | bytes]:
    """Every file of a project without a finding that fails."""
    made = blocks(Registry(), commands_block)
    docs = dict(DOCS)
    for name, make in made.items():
        if make is not None:
            docs["docs/tables.md"] = docs["docs/tables.md"].replace(f"@{name}\n", f"{make()}\n")
    readmes = {
        f"{store}/{category.name}/README.md": render_readme(category)
        for category in CATEGORIES
        for store in ("knowledge", "api")
    }
    return {"knowledge.yml": SETTINGS, **ENTRIES, **docs, **readmes}


Kb = Callable[..., Result]


@pytest.fixture
def kb() -> Kb:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, list(arguments))

    return run


@pytest.fixture
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clean project, which is also the current folder."""
    monkeypatch.chdir(write_tree(tmp_path, clean_files()))
    return tmp_path


def findings(result: Result) -> list[dict[str, Any]]:
    """The findings that a run with `--format json` printed."""
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    return found
