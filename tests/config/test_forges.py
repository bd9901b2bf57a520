"""Where forges show and edit the files of a source, from nothing but its URL."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge_base.config import load
from knowledge_base.git import Tree
from knowledge_base.pages.origins import origin, view
from knowledge_base.sync import Pin, Source

COMMIT = "5f1d" * 10
WEB = {
    "https://github.com/team/web.git": (
        f"https://github.com/team/web/blob/{COMMIT}/docs/a%20b.md",
        f"https://github.com/team/web/tree/{COMMIT}/docs",
        "https://github.com/team/web/edit/release/1.x/docs/a%20b.md",
    ),
    "git@github.com:team/web.git": (
        f"https://github.com/team/web/blob/{COMMIT}/docs/a%20b.md",
        f"https://github.com/team/web/tree/{COMMIT}/docs",
        "https://github.com/team/web/edit/release/1.x/docs/a%20b.md",
    ),
    "https://gitlab.com/group/sub/web.git": (
        f"https://gitlab.com/group/sub/web/-/blob/{COMMIT}/docs/a%20b.md",
        f"https://gitlab.com/group/sub/web/-/tree/{COMMIT}/docs",
        "https://gitlab.com/group/sub/web/-/edit/release/1.x/docs/a%20b.md",
    ),
    "ssh://git@gitlab.example.org:2222/group/web": (
        f"https://gitlab.example.org/group/web/-/blob/{COMMIT}/docs/a%20b.md",
        f"https://gitlab.example.org/group/web/-/tree/{COMMIT}/docs",
        "https://gitlab.example.org/group/web/-/edit/release/1.x/docs/a%20b.md",
    ),
    "https://bitbucket.org/team/web.git": (
        f"https://bitbucket.org/team/web/src/{COMMIT}/docs/a%20b.md",
        f"https://bitbucket.org/team/web/src/{COMMIT}/docs",
        "https://bitbucket.org/team/web/src/release/1.x/docs/a%20b.md?mode=edit",
    ),
    "https://codeberg.org/team/web.git": (
        f"https://codeberg.org/team/web/src/commit/{COMMIT}/docs/a%20b.md",
        f"https://codeberg.org/team/web/src/commit/{COMMIT}/docs",
        "https://codeberg.org/team/web/_edit/release/1.x/docs/a%20b.md",
    ),
    "https://git.example.org/team/web.git": (None, None, None),
    "https://notgithub.community/team/web.git": (None, None, None),
    "file:///srv/git/web.git": (None, None, None),
}


def opened(folder: Path, url: str, more: str = "", branch: str | None = "release/1.x") -> Source:
    (folder / "knowledge.yml").write_text(f"sources: {{web: {{git: '{url}'{more}}}}}")
    [settings] = load(folder).sources
    return Source(settings, Pin(url, None, branch, COMMIT, "2026-01-01T00:00:00Z"), Tree(COMMIT, {}))


@pytest.mark.parametrize("url", WEB)
def test_the_usual_forges_are_known_by_their_host(url: str, tmp_path: Path) -> None:
    source = opened(tmp_path, url)

    found = origin(source, "docs/a b.md", "a b.md", None)

    assert (found.view, view(source, "docs", folder=True), found.edit) == WEB[url]


@pytest.mark.parametrize("url", WEB)
def test_no_address_is_a_clone_url(url: str, tmp_path: Path) -> None:
    found = origin(opened(tmp_path, url), "docs/a.md", "a.md", None)

    for address in (found.home, found.view, found.edit):
        assert address is None or (
            address.startswith("https://") and ".git/" not in f"{address}/" and "@" not in address
        )


def test_a_host_of_ones_own_is_named_or_has_templates(tmp_path: Path) -> None:
    url = "https://git.example.org:8443/team/web.git"
    named = origin(opened(tmp_path, url, ", forge: gitlab"), "a.md", "a.md", None)
    written = origin(
        opened(tmp_path, url, ", edit_url: 'https://e.org/{ref}?f={path}', view_url: 'https://v.org/{commit}/{page}'"),
        *("docs/ä&b.md", "ä&b.md", None),
    )

    assert named.edit == "https://git.example.org:8443/team/web/-/edit/release/1.x/a.md"
    assert written.edit == "https://e.org/release/1.x?f=docs/%C3%A4%26b.md"
    assert written.view == f"https://v.org/{COMMIT}/docs/%C3%A4%26b"


def test_without_a_branch_nothing_can_be_edited(tmp_path: Path) -> None:
    found = origin(opened(tmp_path, "https://github.com/team/web", branch=None), "a.md", "a.md", None)

    assert found.edit is None
    assert found.ref == COMMIT[:12]


@pytest.mark.parametrize(
    ("below", "address"),
    [
        ("a.md", "https://web.org/a/"),
        ("b/a.md", "https://web.org/b/a/"),
        ("README.md", "https://web.org/"),
        ("b/index.md", "https://web.org/b/"),
    ],
)
def test_the_canonical_address_of_a_page(below: str, address: str, tmp_path: Path) -> None:
    source = opened(tmp_path, "https://github.com/team/web", ", canonical_url: 'https://other.org/{path}'")

    assert origin(source, f"docs/{below}", below, "https://web.org/{page}/").canonical == address
    assert origin(source, f"docs/{below}", below, None).canonical == f"https://other.org/docs/{below}"
