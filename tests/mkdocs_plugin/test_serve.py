"""After an edit, `mkdocs serve` shows what a fresh build would, and redoes only the pages that the edit touches."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.support import write_tree

_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001"
    "e221bc330000000049454e44ae426082"
)
FILES = {
    "docs/index.md": "# Home\n\n[a](knowledge/repo/api/gotchas/a.md)\n",
    "docs/guide.md": "# Guide\n\nText.\n",
    "api/gotchas/a.md": "---\ntags: [http]\n---\n\n# A\n\nA text. [b](b.md) [guide](../../docs/guide.md)\n",
    "api/gotchas/b.md": "---\ntags: [http, tls]\n---\n\n# B\n\n## Part\n\nB text. [new](new.md)\n",
    "api/learnings/c.md": "# C\n\n![picture](picture.png) ![later](later.png) [part](../gotchas/b.md#part)\n",
    "api/conventions/d.md": "# D\n\n## Rule\n\n[a](../gotchas/a.md)\n",
    "api/glossary/rule.md": "# Part\n\nA piece of a whole.\n",
    "api/learnings/e.md": "# E\n\nOne part. [a](../gotchas/a.md)\n",
    "docs/old.md": "# Old\n",
    "api/gotchas/README.md": "# What goes here\n\nSaid by a person.\n",
    **{f"api/gotchas/more/{number}.md": f"# More {number}\n\nText {number}.\n" for number in range(20)},
}
LIVERELOAD = re.compile(rb"<script>(?:(?!</script>).)*livereload\(\d+, \d+\);\s*</script>", re.DOTALL)


class Server:
    """A running `mkdocs serve`."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--no-strict", "-a", f"127.0.0.1:{port}"],
            cwd=folder,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.log = ""
        self.wait("Serving on")

    def wait(self, told: str) -> str:
        """Read the log up to a line that holds the words; gives what was read."""
        assert self.process.stderr is not None
        read = ""
        for line in self.process.stderr:
            read += line
            if told in line:
                return read
            assert "An error happened during the rebuild" not in line, read
        raise AssertionError(f"the server ended:\n{read}")

    def edit(self, *changes: tuple[str, str | None]) -> int:
        """Write or remove files, wait for the rebuild; gives how many pages of ours were as before."""
        for path, content in changes:
            file = self.folder / path
            if content is None:
                file.unlink()
                continue
            # Written elsewhere and moved, so that no half of it is built.
            aside = self.folder / "aside"
            aside.write_bytes(_PIXEL if path.endswith(".png") else content.encode())
            file.parent.mkdir(parents=True, exist_ok=True)
            aside.replace(file)
        log = self.wait("Reloading browsers")
        self.log = log
        kept = re.search(r"(\d+) of \d+ pages of the knowledge base are as they were", log)
        assert kept, log
        return int(kept[1])

    def get(self, path: str) -> bytes:
        with urlopen(self.url + path) as answer:
            body: bytes = answer.read()
            return LIVERELOAD.sub(b"", body)

    def has(self, path: str) -> bool:
        try:
            self.get(path)
        except HTTPError as error:
            return error.code != 404
        return True


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("serve")
    write_tree(folder, FILES)
    (folder / "api/learnings/picture.png").write_bytes(_PIXEL)
    store = {"tier": "repo", "name": "api", "path": "api", "readmes": "free"}
    (folder / "knowledge.yml").write_text(json.dumps({"stores": [store]}), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    configure(folder, port)
    running = Server(folder, port)
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.communicate()


def configure(folder: Path, port: int, **options: object) -> str:
    config: dict[str, Any] = {
        "site_name": "Handbook",
        "site_url": f"http://127.0.0.1:{port}/",
        "theme": {"name": "material", "font": False},
        "plugins": ["search", "knowledge"],
        **options,
    }
    text = json.dumps(config)
    (folder / "mkdocs.yml").write_text(text, "utf-8")
    return text


def assert_served_as_built(server: Server) -> None:
    site = server.folder.parent / "fresh"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--no-strict", "-d", site],
        cwd=server.folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files = [file.relative_to(site).as_posix() for file in sorted(site.rglob("*")) if file.is_file()]
    ours = [path for path in files if path.endswith((".html", ".png", ".json", ".md", ".xml"))]
    assert len(ours) > 40
    for path in ours:
        assert server.get(path) == (site / path).read_bytes(), path


def test_every_edit_shows_what_a_build_would(server: Server) -> None:
    a = FILES["api/gotchas/a.md"]
    pages = len(FILES) - 4  # three of the docs, one description
    steps: list[tuple[str, int, tuple[tuple[str, str | None], ...]]] = [
        ("link", pages - 4, (("api/gotchas/a.md", a + "\n[c](../learnings/c.md)\n"),)),
        (
            "title, tag, always applied",
            pages - 8,
            (
                ("api/gotchas/a.md", a.replace("# A", "# Another").replace("http", "grpc")),
                ("api/conventions/d.md", "# D\n\n## Rule\n\nAnother text.\n"),
            ),
        ),
        ("added", pages - 8, (("api/gotchas/new.md", "# New\n\nText.\n"),)),
        (
            "images",
            pages - 4,
            (("api/learnings/later.png", ""), ("api/learnings/picture.png", None)),
        ),
        (
            "renamed",
            pages - 12,
            (("api/gotchas/b.md", None), ("api/gotchas/z.md", FILES["api/gotchas/b.md"])),
        ),
        ("definition", 0, (("api/glossary/rule.md", "# Part\n\nNot the whole.\n"),)),
        ("text", pages - 4, (("api/learnings/e.md", "# E\n\nNo part, nor a link.\n"),)),
        ("the same title elsewhere", 0, (("api/learnings/f.md", "# E\n\nText.\n"),)),
        ("removed", pages - 8, (("api/learnings/c.md", None),)),
        ("description", pages - 4, (("api/gotchas/README.md", "# What goes here\n\nSaid anew.\n"),)),
        ("docs page removed", 0, (("docs/old.md", None),)),
        ("docs text", pages - 4, (("docs/guide.md", "# Guide\n\nOther text.\n"),)),
        ("docs title", 0, (("docs/guide.md", "# Guide of another title\n\nText.\n"),)),
    ]
    for name, least, changes in steps:
        kept = server.edit(*changes)
        assert_served_as_built(server)
        assert kept >= least, name
    for gone in ("gotchas/b", "learnings/c"):
        assert not server.has(f"knowledge/repo/api/{gone}/")
        assert not server.has(f"knowledge/repo/api/{gone}.md")


def test_a_finding_is_told_once_and_again_when_it_comes_back(server: Server) -> None:
    path, dead = "api/learnings/g.md", "# G\n\n[nowhere](nowhere.md)\n"
    server.edit((path, dead))
    assert "nowhere.md" in server.log
    server.edit((path, dead + "\nText.\n"))
    assert "nowhere.md" not in server.log
    assert re.search(r"findings as before: [1-9]", server.log)
    server.edit((path, "# G\n\nText.\n"))
    server.edit((path, dead))
    assert "nowhere.md" in server.log


def test_settings_and_configuration_change_every_page(server: Server) -> None:
    settings = json.loads((server.folder / "knowledge.yml").read_text("utf-8"))
    server.edit(("knowledge.yml", json.dumps({**settings, "definitions": False, "collapse_copies": False})))
    assert_served_as_built(server)

    port = int(server.url.rstrip("/").rpartition(":")[2])
    aside = server.folder.parent / "other"
    aside.mkdir()
    config = configure(aside, port, site_name="Another name", markdown_extensions=["admonition"])
    assert server.edit(("mkdocs.yml", config)) == 0
    assert_served_as_built(server)
