"""The pages about rules, read as tests: files in fenced blocks, and what `kb check` says about them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner
from tests.support import ROOT
from tests.sync.repository import Repository

from knowledge_base.cli import main

SOURCE = "web.git:"
AFTER = " (after the sync)"
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
        """Make the project. `(with escapes)`, `(link to …)` and `(pipe)` after a name say what kind of file it is.

        Files whose title starts with `web.git:` are committed to a repository, which is then synced; `{here}` in a
        settings file is the URL of the project's folder.
        """
        folder.joinpath("knowledge").mkdir()
        if committed := [(title.removeprefix(SOURCE), text) for title, text in self.files if title.startswith(SOURCE)]:
            _commit(folder / "web.git", committed)
        for title, written in self.files:
            if title.startswith(SOURCE) or title.endswith(AFTER):
                continue
            text = written.replace("{here}", folder.as_uri())
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
        if committed:
            done = CliRunner().invoke(main, ["-C", str(folder), "sync"])
            assert done.exit_code == 0, done.output
        for title, text in self.files:
            if title.endswith(AFTER):
                folder.joinpath(title.removesuffix(AFTER)).write_text(text.replace("{here}", folder.as_uri()), "utf-8")
        return folder


def _commit(folder: Path, titles: list[tuple[str, str]]) -> None:
    files: dict[str | bytes, str | bytes | None] = {}
    links, submodules = {}, {}
    for title, text in titles:
        name, _, kind = title.partition(" (")
        kind = kind.removesuffix(")")
        if kind.startswith("link to "):
            links[name] = kind.removeprefix("link to ")
        elif kind == "submodule":
            submodules[name] = "1" * 40
        else:
            files[name] = text
    Repository.make(folder).commit(files, links=links, submodules=submodules)


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
