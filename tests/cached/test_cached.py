"""`kb search` over the cached index says what the files say, whatever happened to files, settings or cache."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support import write_tree

from knowledge_base import Knowledge, RequestError, SearchResult, open
from knowledge_base.app import open_settings
from knowledge_base.cached import Before, ask, fresh
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
    knowledge = open_settings(before.settings)
    before.leave(knowledge, knowledge.index_files())


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


def test_a_fresh_cache_is_used_and_says_the_same(tmp_path: Path) -> None:
    folder = project(tmp_path)
    expected = answers(open(folder))
    assert not is_fresh(folder)

    index(folder)

    assert is_fresh(folder)
    assert ask(folder, answers) == expected


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_the_files_answer(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)

    change(folder)

    assert not is_fresh(folder)
    assert ask(folder, answers) == answers(open(folder))
    if change is not link:
        index(folder)
        assert is_fresh(folder)
        assert ask(folder, answers) == answers(open(folder))


@pytest.mark.parametrize("change", HARMLESS)
def test_what_changes_no_answer_leaves_the_cache_fresh(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)

    change(folder)

    assert is_fresh(folder)
    assert ask(folder, answers) == answers(open(folder))


def test_a_change_while_the_index_is_made_is_seen(tmp_path: Path) -> None:
    for number, change in enumerate((edit, edit_of_the_same_size_and_time, new_file, removed, exchanged, mended)):
        folder = project(tmp_path / str(number))
        before = Before.of(load(folder))
        knowledge = open_settings(before.settings)
        files = knowledge.index_files()
        change(folder)
        before.leave(knowledge, files)
        assert ask(folder, answers) == answers(open(folder)), change
        folder = project(tmp_path / f"{number} earlier")
        before = Before.of(load(folder))
        change(folder)
        knowledge = open_settings(before.settings)
        before.leave(knowledge, knowledge.index_files())
        assert ask(folder, answers) == answers(open(folder)), change


def test_a_damaged_or_foreign_cache_is_no_cache(tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    file, expected = cache_file(folder), answers(open(folder))
    whole = file.read_bytes()
    header = whole.index(b"\n", whole.index(b"\n") + 1)
    places = [0, 10, 40, 100, header + 1, header + 200, *range(header + 300, len(whole), len(whole) // 40)]
    for place in places:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert ask(folder, answers) == expected, place
        file.write_bytes(whole[:place])
        assert ask(folder, answers) == expected, place
    file.unlink()
    file.mkdir()
    assert ask(folder, answers) == expected


def test_it_can_be_deleted_while_it_is_read(tmp_path: Path) -> None:
    folder = project(tmp_path)
    index(folder)
    expected = answers(open(folder))

    def deleting(knowledge: Knowledge) -> Answers:
        shutil.rmtree(folder / ".knowledge", ignore_errors=True)
        return answers(knowledge)

    assert ask(folder, deleting) == expected


def test_several_writers_and_readers_at_once(tmp_path: Path) -> None:
    folder = project(tmp_path)
    expected = answers(open(folder))
    wrong: list[object] = []

    def work() -> None:
        for _ in range(5):
            index(folder)
            if (got := ask(folder, answers)) != expected:
                wrong.append(got)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert is_fresh(folder)
    assert sorted(os.listdir(folder / ".knowledge")) == sorted(
        [".gitignore", "MKDOCS-KNOWLEDGE-CACHE", cache_file(folder).name]
    )


def test_projects_that_share_a_cache_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE_DIR", str(tmp_path / "shared"))
    one, other = project(tmp_path / "one"), project(tmp_path / "other")
    edit(other)
    index(one)
    index(other)
    assert is_fresh(one)
    assert is_fresh(other)
    assert ask(one, answers) == answers(open(one))
    assert ask(other, answers) == answers(open(other))


def test_a_folder_that_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    folder = project(tmp_path)
    write_tree(folder / ".knowledge", {"thesis.txt": "mine"})
    index(folder)
    assert os.listdir(folder / ".knowledge") == ["thesis.txt"]
    assert ask(folder, answers) == answers(open(folder))
