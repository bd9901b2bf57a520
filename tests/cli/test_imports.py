"""What a command does not need is not imported: starting is most of what a search in a fresh cache takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .conftest import Kb

PROGRAM = """
import sys
from knowledge_base.cli import main
try:
    main(["search", "routing"])
except SystemExit as end:
    assert not end.code, end.code
unused = ("knowledge_base.checks", "knowledge_base.cli.sync", "knowledge_base.pages", "markdown_it")
sys.exit(" ".join(name for name in unused if name in sys.modules) or None)
"""


def test_a_search_imports_no_other_command(kb: Kb, project: Path) -> None:
    kb("index", "out")
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=project, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "routing" in done.stdout
