"""The pages about rules, read as tests: files in fenced blocks, and what `kb check` says about them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from tests.support import ROOT

PAGES = ROOT / "docs" / "reference" / "checks"
_FENCE = re.compile(
    r"^(?P<ticks>`{3,})(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^(?P=ticks)$", re.M | re.S
)


@dataclass(frozen=True)
class Example:
    """A section of a page: the files of a project, and the command with its output, if there is one."""

    files: tuple[tuple[str, str], ...]
    console: str

    def write(self, folder: Path) -> Path:
        """Make the project. `(with escapes)`, `(link to …)` and `(pipe)` after a name say what kind of file it is."""
        folder.joinpath("knowledge").mkdir()
        for title, text in self.files:
            name, _, kind = title.partition(" (")
            kind = kind.removesuffix(")")
            file = folder / name
            if name.endswith("/"):
                file.mkdir(parents=True, exist_ok=True)
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            if kind.startswith("link to "):
                file.symlink_to(kind.removeprefix("link to "))
            elif kind == "pipe":
                os.mkfifo(file)
            elif kind == "with escapes":
                file.write_bytes(text.removesuffix("\n").encode("latin-1").decode("unicode_escape").encode("latin-1"))
            else:
                file.write_bytes(text.encode())
        return folder


def section(number: str, heading: str) -> Example:
    """The `Fails` or `Passes` section of the page of a rule."""
    text = PAGES.joinpath(f"{number}.md").read_text("utf-8")
    below = text.partition(f"\n## {heading}\n")[2]
    parts = re.split(r"^## (?:Fails|Passes)$", below, maxsplit=1, flags=re.M)[0]
    fences = [(match["language"], match["title"], match["text"]) for match in _FENCE.finditer(parts)]
    return Example(
        tuple((title, content) for _, title, content in fences if title),
        next((content for language, title, content in fences if language == "console" and not title), ""),
    )
