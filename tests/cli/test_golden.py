"""What people see. Each file of `golden/` holds one command line and all that it prints.

`UPDATE_GOLDEN=1 pytest tests/cli/test_golden.py` writes the files anew; read the difference as you would read code.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from .conftest import Kb, write

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_output(kb: Kb, project: Path, file: Path) -> None:
    write(project, {"odd/knowledge/decision/draft.md": "---\ntags: [a\n---\n\n# Draft\n"})
    line, _, expected = file.read_text("utf-8").partition("\n")
    result = kb(*shlex.split(line.removeprefix("$ kb ")))
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(f"{line}\n{result.output}", "utf-8")
    assert result.output == expected


def test_there_are_golden_files() -> None:
    assert len(GOLDEN) >= 10
