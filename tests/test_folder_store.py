"""Which files of a folder are entries, and what is said about the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support import write_tree

from knowledge_base import Finding
from knowledge_base.model import Place, Rule, Severity
from knowledge_base.stores import FolderStore

TREE = {
    "a.md": "a",
    "B.MD": "upper-case extension",
    "notes.txt": "text",
    "README": "none",
    "gotchas/a.md": "a",
    "gotchas/deep/er/b.md": "b",
    "drafts/c.md": "c",
    ".hidden.md": "secret",
    ".git/config": "secret",
    ".git/x.md": "secret",
    "gotchas/.obsidian/y.md": "secret",
    "gotchas/..z.md": "secret",
}


def paths(store: FolderStore) -> list[str]:
    return [info.path for info in store.entries()]


def found(store: FolderStore) -> list[tuple[str, str]]:
    """Rule and place of every finding."""
    return [(finding.rule.name, str(finding.place)) for finding in store.findings()]


@pytest.mark.parametrize(
    ("include", "exclude", "expected"),
    [
        (("**/*.md",), (), ["a.md", "drafts/c.md", "gotchas/a.md", "gotchas/deep/er/b.md"]),
        (("*.md",), (), ["a.md", "drafts/c.md", "gotchas/a.md", "gotchas/deep/er/b.md"]),
        (("/*.md",), (), ["a.md"]),
        (("gotchas/",), (), ["gotchas/a.md", "gotchas/deep/er/b.md"]),
        (("**/*.md",), ("drafts/**",), ["a.md", "gotchas/a.md", "gotchas/deep/er/b.md"]),
        (("**/*.md",), ("drafts",), ["a.md", "gotchas/a.md", "gotchas/deep/er/b.md"]),
        (("drafts/c.md",), ("drafts/**",), []),
        (("*.md", "!a.md"), (), ["drafts/c.md", "gotchas/deep/er/b.md"]),
        (("*.md",), ("*.md", "!gotchas/a.md"), ["gotchas/a.md"]),
        (("*.[mM][dD]", "*.txt"), ("**/deep/",), ["B.MD", "a.md", "drafts/c.md", "gotchas/a.md", "notes.txt"]),
        ((), (), []),
    ],
)
def test_include_and_exclude(
    tmp_path: Path, include: tuple[str, ...], exclude: tuple[str, ...], expected: list[str]
) -> None:
    store = FolderStore(write_tree(tmp_path, TREE), "kb", include, exclude)
    assert paths(store) == expected
    assert store.findings() == ()


@pytest.mark.parametrize("include", ["**/*", "*", ".*", ".git/**", "/.hidden.md", "gotchas/.obsidian/*", "**/.*"])
def test_a_part_that_starts_with_a_dot_is_never_read(tmp_path: Path, include: str) -> None:
    store = FolderStore(write_tree(tmp_path, TREE), "kb", (include,))
    assert [path for path in paths(store) if path.startswith(".") or "/." in path] == []


@pytest.mark.skipif(os.name != "posix", reason="file names and links of POSIX")
class TestOddFiles:
    def test_a_link_to_a_file_inside_is_followed(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"a/real.md": "---\ntags: [t]\n---\nx"})
        (tmp_path / "b.md").symlink_to("a/real.md")
        (tmp_path / "c.md").symlink_to(tmp_path / "b.md")
        store = FolderStore(tmp_path)
        assert [(info.path, info.tags) for info in store.entries()] == [
            ("a/real.md", ("t",)), ("b.md", ("t",)), ("c.md", ("t",)),
        ]  # fmt: skip
        assert store.findings() == ()

    @pytest.mark.parametrize(
        "target",
        [
            "../outside.md",
            "nowhere.md",
            "b.md",
            "/etc/hostname",
            ".git/x.md",
            ".hidden.md",
            "/dev/zero",
            "../kb-2/x.md",
        ],
    )
    def test_a_link_to_anything_else_is_a_finding(self, tmp_path: Path, target: str) -> None:
        files = {"kb/a.md": "a", "kb/.git/x.md": "s", "kb/.hidden.md": "s", "outside.md": "s", "kb-2/x.md": "s"}
        write_tree(tmp_path, files)
        (tmp_path / "kb/b.md").symlink_to(target)
        store = FolderStore(tmp_path / "kb", "kb")
        assert paths(store) == ["a.md"]
        assert found(store) == [("LINK_OUTSIDE", "kb/b.md")]

    def test_the_store_itself_may_be_a_link(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"real/a.md": "a"})
        (tmp_path / "real/b.md").symlink_to("a.md")
        (tmp_path / "kb").symlink_to("real")
        assert paths(FolderStore(tmp_path / "kb")) == ["a.md", "b.md"]

    def test_a_link_to_a_folder_is_a_finding_even_inside(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"a/x.md": "x", "loop/y.md": "y"})
        (tmp_path / "b").symlink_to("a")
        (tmp_path / "loop/again").symlink_to("..")
        store = FolderStore(tmp_path, "kb")
        assert paths(store) == ["a/x.md", "loop/y.md"]
        assert found(store) == [("LINKED_FOLDER", "kb/b"), ("LINKED_FOLDER", "kb/loop/again")]

    def test_a_link_to_a_folder_that_is_left_out_is_none(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"a/x.md": "x"})
        (tmp_path / "b").symlink_to("a")
        (tmp_path / ".c").symlink_to("a")
        assert FolderStore(tmp_path, exclude=("b/",)).findings() == ()

    def test_what_cannot_be_read_is_a_finding(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"a.md": "a", "folder.md/b.md": "b"})
        os.mkfifo(tmp_path / "pipe.md")
        store = FolderStore(tmp_path, "kb")
        assert paths(store) == ["a.md", "folder.md/b.md"]
        (finding,) = store.findings()
        assert finding == Finding(
            Rule.UNREADABLE, Severity.WARNING, Place("kb/pipe.md"), {"reason": "it is no regular file"}
        )

    @pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
    def test_what_must_not_be_read_is_a_finding(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"a.md": "a", "b.md": "b", "c/d.md": "d"})
        (tmp_path / "b.md").chmod(0)
        (tmp_path / "c").chmod(0)
        try:
            store = FolderStore(tmp_path, "kb")
            assert paths(store) == ["a.md"]
            assert found(store) == [("UNREADABLE", "kb/b.md"), ("UNREADABLE", "kb/c")]
        finally:
            (tmp_path / "c").chmod(0o700)

    def test_names_that_are_no_text_are_findings(self, tmp_path: Path) -> None:
        write_tree(tmp_path, {"a.md": "a"})
        folder = os.fsencode(tmp_path)
        try:
            (Path(os.fsdecode(folder + b"/b\xff.md"))).write_text("b", "utf-8")
        except OSError:
            pytest.skip("this file system takes no such name")
        os.symlink(".", folder + b"/link\xfe")
        store = FolderStore(tmp_path, "kb")
        assert paths(store) == ["a.md"]
        assert found(store) == [("NOT_UTF8", "kb/b\\udcff.md"), ("LINKED_FOLDER", "kb/link\\udcfe")]


@pytest.mark.parametrize(
    ("raw", "rule", "place", "byte"),
    [
        (b"abc\0", "BINARY", "kb/x.md:1:4", "0x00"),
        (b"a\nbc\xff", "NOT_UTF8", "kb/x.md:2:3", "0xff"),
        (b"\xff\xfea\0", "BINARY", "kb/x.md:1:4", "0x00"),
        (b"---\ntags: [a\xe9]\n---\n", "NOT_UTF8", "kb/x.md:2:9", "0xe9"),
    ],
)
def test_what_is_no_text_is_a_finding_with_its_place(
    tmp_path: Path, raw: bytes, rule: str, place: str, byte: str
) -> None:
    store = FolderStore(write_tree(tmp_path, {"x.md": raw, "a.md": "a"}), "kb")
    assert paths(store) == ["a.md"]
    assert found(store) == [(rule, place)]
    assert store.findings()[0].facts == {"byte": byte}


def test_a_block_that_was_ignored_is_a_finding_and_the_entry_stays(tmp_path: Path) -> None:
    store = FolderStore(write_tree(tmp_path, {"x.md": "---\nowner: a\ntags: b\n---\n# T\n"}), "kb")
    assert paths(store) == ["x.md"]
    assert found(store) == [("FRONTMATTER_IGNORED", "kb/x.md:3:7")]
    assert store.findings()[0].facts == {"reason": "tags is no list"}


def test_findings_come_by_place(tmp_path: Path) -> None:
    bad = "---\ntags: b\n---\n"
    store = FolderStore(write_tree(tmp_path, {"b.md": b"\xff", "a/z.md": bad, "a.md": bad, "c.md": b"\0"}), "kb")
    assert [place for _, place in found(store)] == ["kb/a.md:2:7", "kb/a/z.md:2:7", "kb/b.md:1:1", "kb/c.md:1:1"]


def test_nothing_is_read_before_it_is_asked_for_and_then_once(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "kb")
    write_tree(tmp_path / "kb", {"a.md": "a"})
    assert paths(store) == ["a.md"]
    write_tree(tmp_path / "kb", {"a.md": "changed", "b.md": "b"})
    assert paths(store) == ["a.md"]
    assert store.read("a.md") == "a"


DRAFTS = {"a.md": "a", "drafts/b.md": "b", "drafts/keep.md": "c", "x/drafts/d.md": "d"}


class TestSpektacularIgnore:
    def store(self, folder: Path, ignore: str | bytes, exclude: tuple[str, ...] = ()) -> FolderStore:
        return FolderStore(write_tree(folder, {**DRAFTS, ".spektacular_ignore": ignore}), "kb", exclude=exclude)

    @pytest.mark.parametrize(
        ("ignore", "expected"),
        [
            ("", ["a.md", "drafts/b.md", "drafts/keep.md", "x/drafts/d.md"]),
            ("# a.md\n\n", ["a.md", "drafts/b.md", "drafts/keep.md", "x/drafts/d.md"]),
            ("drafts/\n", ["a.md"]),
            ("\ufeffdrafts/\r\na.md\r\n", []),
            ("/drafts/*\n!/drafts/keep.md\n", ["a.md", "drafts/keep.md", "x/drafts/d.md"]),
            ("*.md", []),
        ],
    )
    def test_it_is_read_as_gitignore(self, tmp_path: Path, ignore: str, expected: list[str]) -> None:
        store = self.store(tmp_path, ignore)
        assert paths(store) == expected
        assert store.findings() == ()

    @pytest.mark.parametrize(
        "line",
        ["a(b)?.md", "drafts|x", "[ab].md", "a{2}", "what?.md", "\\d+.md", "$", "drafts/b.md", "!drafts/b.md", " a.md"],
    )
    def test_a_line_that_means_something_else_there_is_a_finding(self, tmp_path: Path, line: str) -> None:
        (finding,) = self.store(tmp_path, f"# fine\n{line}\n").findings()
        assert (finding.rule, str(finding.place)) == (Rule.IGNORE_DIALECT, "kb/.spektacular_ignore:2:1")
        assert finding.facts == {"text": line}

    @pytest.mark.parametrize("line", ["!", "\\", "a\\", "[z-a].md"])
    def test_a_line_that_is_no_pattern_is_a_finding_and_the_rest_holds(self, tmp_path: Path, line: str) -> None:
        store = self.store(tmp_path, f"{line}\na.md\n")
        assert "a.md" not in paths(store)
        assert found(store) == [("IGNORE_DIALECT", "kb/.spektacular_ignore:1:1")]

    def test_it_cannot_bring_back_what_the_settings_exclude(self, tmp_path: Path) -> None:
        assert paths(self.store(tmp_path, "!drafts/b.md\n!*.md\n", exclude=("drafts",))) == ["a.md"]

    def test_one_that_cannot_be_read_is_a_finding(self, tmp_path: Path) -> None:
        assert found(self.store(tmp_path / "1", b"\xff\n")) == [("NOT_UTF8", "kb/.spektacular_ignore")]
        write_tree(tmp_path / "2", {**DRAFTS, ".spektacular_ignore/x": ""})
        assert found(FolderStore(tmp_path / "2", "kb")) == [("UNREADABLE", "kb/.spektacular_ignore")]

    def test_one_in_a_folder_has_no_effect(self, tmp_path: Path) -> None:
        store = FolderStore(write_tree(tmp_path, {**DRAFTS, "drafts/.spektacular_ignore": "*"}))
        assert len(paths(store)) == 4
