"""What repositories can hold: odd names, links, submodules, pointers; read without a work tree."""

from __future__ import annotations

import hashlib
import json
import os
import socket
from pathlib import Path

import pytest

import knowledge_base
from knowledge_base.model import Rule

from .conftest import Project, files_of, web_settings
from .repository import Repository

LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n"
NFC, NFD = "café.md", "cafe\u0301.md"


def opened(project: Project, repository: Repository, **settings: str) -> knowledge_base.Knowledge:
    project.settings(web_settings(repository.file_url, **settings))
    done = project.kb("sync")
    assert done.returncode == 0, done.stderr
    return knowledge_base.open(project.folder)


def paths(knowledge: knowledge_base.Knowledge) -> list[str]:
    return [info.path for info in knowledge.stores[0].store.entries()]


def found(knowledge: knowledge_base.Knowledge) -> set[tuple[Rule, str]]:
    return {(finding.rule, finding.place.path) for finding in knowledge.findings()}


def test_odd_names_are_read_as_they_are(project: Project, web: Repository) -> None:
    names = [
        "a b.md",
        "c#d.md",
        "e%20f.md",
        "g?h.md",
        "größe.md",
        "大.md",
        "quote'\".md",
        "new\nline.md",
        "tab\t.md",
        "é.md",
    ]
    web.commit({f"kb/gotchas/{name}": f"# {i}\n" for i, name in enumerate(names)})

    knowledge = opened(project, web)

    assert {f"gotchas/{name}" for name in names} <= set(paths(knowledge))
    assert knowledge.read("repo/web:gotchas/c#d.md").content == "# 1\n"


def test_bytes_are_those_of_the_repository(project: Project, web: Repository) -> None:
    raw = "---\r\ntags: [x]\r\n---\r\n# Größe\r\n".encode()
    web.commit({"kb/gotchas/crlf.md": raw, ".gitattributes": "*.md text eol=lf filter=lfs ident\n$Id$\n"})

    info = next(info for _, info in opened(project, web).entries() if info.path == "gotchas/crlf.md")

    assert info.checksum == hashlib.sha256(raw).hexdigest()
    assert info.tags == ("x",)


def test_names_that_only_some_disks_can_tell_apart_are_left_out(project: Project, web: Repository) -> None:
    web.commit({f"kb/gotchas/{name}": "# X\n" for name in (NFC, NFD, "Case.md", "case.md", "alone.md")})

    knowledge = opened(project, web)

    assert [path for path in paths(knowledge) if path.startswith("gotchas/")] == [
        "gotchas/alone.md",
        "gotchas/timeouts.md",
    ]
    assert {place for rule, place in found(knowledge) if rule is Rule.PATH_COLLISION} == {
        f"web:kb/gotchas/{name}" for name in (NFC, NFD, "Case.md", "case.md")
    }


def test_links_inside_the_source_are_followed_once_and_others_are_findings(project: Project, web: Repository) -> None:
    targets = {
        "inside": "timeouts.md",
        "chain": "inside.md",
        "elsewhere": "../../docs/setup.md",
        "absolute": "/etc/passwd",
        "climbs": "../../../etc/passwd",
        "gone": "gone.md",
        "loop": "loop.md",
        "hidden": "../../.secret/x.md",
        "folder": "../conventions",
        "empty": "./",
    }
    web.commit({".secret/x.md": "# Secret\n"}, links={f"kb/gotchas/{name}.md": to for name, to in targets.items()})

    knowledge = opened(project, web)

    followed = {"inside", "chain", "elsewhere"}
    assert {f"gotchas/{name}.md" for name in followed} <= set(paths(knowledge))
    assert knowledge.read("repo/web:gotchas/chain.md").content == knowledge.read("repo/web:gotchas/timeouts.md").content
    assert found(knowledge) == {
        (Rule.LINK_OUT_OF_SOURCE, f"web:kb/gotchas/{name}.md") for name in targets.keys() - followed
    }


def test_a_store_in_a_hidden_folder_can_hold_links(project: Project, web: Repository) -> None:
    web.commit({".spektacular/kb/gotchas/a.md": "# A\n"}, links={".spektacular/kb/gotchas/b.md": "a.md"})
    project.settings(web_settings(web.file_url).replace("path: kb", "path: .spektacular/kb"))
    project.kb("sync")

    assert paths(knowledge_base.open(project.folder)) == ["gotchas/a.md", "gotchas/b.md"]


def test_a_link_to_a_folder_brings_nothing(project: Project, web: Repository) -> None:
    web.commit({}, links={"kb/learnings": "gotchas", "kb/glossary.md": "gotchas"})

    knowledge = opened(project, web)

    assert paths(knowledge) == ["conventions/errors.md", "gotchas/timeouts.md"]
    assert found(knowledge) == {(Rule.LINK_OUT_OF_SOURCE, "web:kb/glossary.md")}


def test_submodules_pointers_and_what_is_no_text_are_findings(project: Project, web: Repository) -> None:
    web.commit(
        {
            ".gitmodules": f'[submodule "x"]\n\tpath = kb/sub\n\turl = {web.file_url}\n',
            "kb/gotchas/lfs.md": LFS,
            "kb/gotchas/latin.md": b"# caf\xe9\n",
            "kb/gotchas/nul.md": b"\0",
            b"kb/gotchas/\xff.md": "# X\n",
        },
        submodules={"kb/sub": web.tip() or "", "kb/sub.md": web.tip() or ""},
    )

    knowledge = opened(project, web)

    assert paths(knowledge) == ["conventions/errors.md", "gotchas/timeouts.md"]
    assert found(knowledge) == {
        (Rule.SUBMODULE, "web:kb/sub"),
        (Rule.SUBMODULE, "web:kb/sub.md"),
        (Rule.LFS_POINTER, "web:kb/gotchas/lfs.md"),
        (Rule.NOT_UTF8, "web:kb/gotchas/latin.md"),
        (Rule.BINARY, "web:kb/gotchas/nul.md"),
        (Rule.NOT_UTF8, r"web:kb/gotchas/\xff.md"),
    }


def test_include_exclude_and_the_ignore_file_work_as_in_a_folder(project: Project, web: Repository) -> None:
    web.commit(
        {
            "kb/.spektacular_ignore": "drafts/\n(a|b)\n",
            "kb/drafts/a.md": "# A\n",
            "kb/gotchas/old.md": "# Old\n",
            "kb/.hidden/x.md": "# X\n",
            "kb/gotchas/notes.txt": "text\n",
        }
    )

    knowledge = opened(project, web, store=", include: ['**/*'], exclude: ['old.md']")

    assert paths(knowledge) == ["conventions/errors.md", "gotchas/notes.txt", "gotchas/timeouts.md"]
    assert found(knowledge) == {(Rule.IGNORE_DIALECT, "web:kb/.spektacular_ignore")}


def test_the_root_of_a_repository_can_be_a_store(project: Project, web: Repository) -> None:
    project.settings(
        f"sources: {{web: {{git: '{web.file_url}'}}}}\nstores: [{{tier: repo, name: w, source: web, path: .}}]"
    )
    project.kb("sync")

    assert "docs/setup.md" in paths(knowledge_base.open(project.folder))


def test_nothing_of_a_source_is_run(project: Project, web: Repository, tmp_path: Path) -> None:
    """Hooks, filters and configuration of the served repository and of the cache alike."""
    touched = tmp_path / "touched"
    run = f"touch {touched}"
    web.commit({".gitattributes": "* filter=evil diff=evil\n", ".gitconfig": "[core]\n\tpager = touch x\n"})
    for name in ("post-checkout", "post-merge", "reference-transaction", "post-update", "pre-receive"):
        for hooks in (web.folder / "hooks",):
            hooks.mkdir(exist_ok=True)
            (hooks / name).write_text(f"#!/bin/sh\n{run}\n")
            (hooks / name).chmod(0o755)
    web.git("config", "filter.evil.smudge", run)
    web.git("config", "core.fsmonitor", run)
    project.settings(web_settings(web.file_url, top="dates: true\n"))

    assert project.kb("sync").returncode == 0
    assert project.kb("list").returncode == 0
    assert not touched.exists()
    assert {path.suffix for path in (project.cache / "sources").rglob("*") if path.suffix == ".md"} == set()


def test_the_repository_around_the_project_is_left_alone(project: Project, web: Repository, tmp_path: Path) -> None:
    """Called from a hook: git's variables name the caller's repository."""
    caller = Repository.make(tmp_path / "caller" / ".git")
    caller.commit({"x": "x"})
    before = files_of(caller.folder)
    project.settings(web_settings(web.file_url, top="dates: true\n"))
    leaked = {
        "GIT_DIR": str(caller.folder),
        "GIT_WORK_TREE": str(tmp_path / "caller"),
        "GIT_INDEX_FILE": str(caller.folder / "index"),
        "GIT_OBJECT_DIRECTORY": str(caller.folder / "objects"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(caller.folder / "objects"),
        "GIT_NAMESPACE": "x",
        "GIT_SHALLOW_FILE": "/dev/null",
        "GIT_CONFIG_PARAMETERS": "'core.bare=broken",
        "GIT_CEILING_DIRECTORIES": "/",
        "GIT_DEFAULT_HASH": "sha256",
    }

    done = project.kb("sync", **leaked)
    listed = project.kb("list", "--format", "json", **leaked)

    assert (done.returncode, done.stderr) == (0, "")
    assert len(json.loads(listed.stdout)["entries"]) == 2
    assert files_of(caller.folder) == before


@pytest.mark.parametrize("kind", ["fifo", "socket"])
def test_what_is_no_file_in_a_folder_is_a_finding(kind: str, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:

    folder = project.folder / "kb" / "gotchas"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("# A\n")
    if kind == "fifo":
        os.mkfifo(folder / "x.md")
    else:
        monkeypatch.chdir(folder)  # the name of a socket must be short
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind("x.md")
    project.settings("stores: [{tier: repo, name: web, path: kb}]")

    knowledge = knowledge_base.open(project.folder)

    assert paths(knowledge) == ["gotchas/a.md"]
    assert found(knowledge) == {(Rule.UNREADABLE, "kb/gotchas/x.md")}
