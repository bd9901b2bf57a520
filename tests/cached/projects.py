"""A project, what may happen to it, and what it answers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.support import write_tree

from knowledge_base import Knowledge, RequestError, SearchResult
from knowledge_base.cached import Before, fresh
from knowledge_base.config import load
from knowledge_base.model import Finding

SETTINGS = """\
stores:
  - {tier: project, name: main, path: knowledge, exclude: [drafts/]}
  - {tier: repo, name: api, path: api}
"""
FILES: dict[str, str | bytes] = {
    "knowledge.yml": SETTINGS,
    "knowledge/gotchas/a.md": "---\ntags: [http]\n---\n# A\nhttp routing http\n",
    "knowledge/gotchas/b.md": "# B\nrouting only\n",
    "knowledge/learnings/c.md": "# C\n日本語 http\n",
    "knowledge/learnings/bad.md": b"\xff http",
    "knowledge/drafts/d.md": "http http http",
    "knowledge/gotchas/picture.png": b"\x89PNG",
    "knowledge/conventions/always.md": "# Always\nhttp\n",
    "api/gotchas/a.md": "# A of the interface\nhttp http http routing\n",
}
QUERIES = ("http", "routing http", "new", "日本", "h", "tag:http routing", "nothing")
LONG_AGO = time.time_ns() - 10**12


def project(folder: Path) -> Path:
    """A project that lay still for long, and so is not in doubt for the time of its files."""
    write_tree(folder, FILES)
    for file in folder.rglob("*"):
        os.utime(file, ns=(LONG_AGO, LONG_AGO))
    return folder


def index(folder: Path) -> None:
    before = Before.of(load(folder))
    before.leave(*before.index())


Answers = tuple[list[SearchResult | str], tuple[Finding, ...]]


def answers(knowledge: Knowledge) -> Answers:
    return [answer(knowledge, query) for query in QUERIES], knowledge.findings()


def answer(knowledge: Knowledge, query: str) -> SearchResult | str:
    try:
        return knowledge.search(query)
    except RequestError as error:
        return str(error)


def is_fresh(folder: Path) -> bool:
    with fresh(load(folder)) as knowledge:
        return knowledge is not None


def cache_file(folder: Path) -> Path:
    (file,) = (folder / ".knowledge").glob("*.index")
    return file


def edit(folder: Path) -> None:
    (folder / "knowledge/gotchas/a.md").write_text("# A\nnew http\n", "utf-8")


def edit_of_the_same_size_and_time(folder: Path) -> None:
    file = folder / "knowledge/gotchas/b.md"
    status = file.stat()
    file.write_text(file.read_text("utf-8").replace("only", "http"), "utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def time_of_the_future(folder: Path) -> None:
    later = time.time_ns() + 10**13
    os.utime(folder / "knowledge/gotchas/b.md", ns=(later, later))
    index(folder)
    edit_of_the_same_size_and_time(folder)


def new_file(folder: Path) -> None:
    (folder / "api/gotchas/new.md").write_text("new http", "utf-8")


def new_file_in_a_new_folder(folder: Path) -> None:
    write_tree(folder / "api", {"learnings/deep/er/new.md": "new http"})


def removed(folder: Path) -> None:
    (folder / "api/gotchas/a.md").unlink()


def renamed(folder: Path) -> None:
    (folder / "knowledge/gotchas/b.md").rename(folder / "knowledge/gotchas/0.md")


def folder_renamed(folder: Path) -> None:
    (folder / "knowledge/learnings").rename(folder / "knowledge/conventions2")


def exchanged(folder: Path) -> None:
    one, other = folder / "knowledge/gotchas/a.md", folder / "api/gotchas/a.md"
    one.rename(folder / "kept")
    other.rename(one)
    (folder / "kept").rename(other)


def ignore_file(folder: Path) -> None:
    (folder / "knowledge/.spektacular_ignore").write_text("learnings/\n", "utf-8")


def mended(folder: Path) -> None:
    (folder / "knowledge/learnings/bad.md").write_bytes(b"a new http")


def out_of_the_drafts(folder: Path) -> None:
    (folder / "knowledge/drafts/d.md").rename(folder / "knowledge/learnings/d.md")


def settings_exclude(folder: Path) -> None:
    (folder / "knowledge.yml").write_text(SETTINGS.replace("drafts/", "learnings/"), "utf-8")


def settings_order(folder: Path) -> None:
    one, *stores = SETTINGS.splitlines()
    (folder / "knowledge.yml").write_text("\n".join([one, *reversed(stores)]), "utf-8")


def settings_categories(folder: Path) -> None:
    kinds = (("conventions", "looked-up"), ("gotchas", "always-applied"))
    rows = "".join(
        f"  - {{name: {name}, purpose: p, retrieval: {retrieval}, entry_shape: s}}\n" for name, retrieval in kinds
    )
    (folder / "knowledge.yml").write_text(f"{SETTINGS}categories:\n{rows}", "utf-8")


def link(folder: Path) -> None:
    (folder / "knowledge/gotchas/link.md").symlink_to("a.md")


def nothing(folder: Path) -> None:
    """A file that is no entry may change."""
    (folder / "knowledge/gotchas/picture.png").write_bytes(b"\x89PNG2")


def touched(folder: Path) -> None:
    (folder / "knowledge/gotchas/a.md").touch()


def draft_edited(folder: Path) -> None:
    (folder / "knowledge/drafts/d.md").write_text("new new", "utf-8")


CHANGES: tuple[Callable[[Path], None], ...] = (
    edit, edit_of_the_same_size_and_time, time_of_the_future, new_file, new_file_in_a_new_folder, removed, renamed,
    folder_renamed, exchanged, ignore_file, mended, out_of_the_drafts, settings_exclude, settings_order,
    settings_categories, link,
)  # fmt: skip
HARMLESS: tuple[Callable[[Path], None], ...] = (nothing, touched, draft_edited)
