"""What was a finding before the branch: the project as it was where it left a ref, checked with the same rules."""

from __future__ import annotations

import dataclasses
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from ..app import Knowledge, open_settings
from ..checks import Project, run
from ..config import Settings, load
from ..errors import KnowledgeError, OutsideError, RequestError
from ..git import GitError
from ..git import run as git
from ..model import Finding, Rule


def known_findings(
    project: Path, ref: str, rules: Sequence[Rule], to_check: Callable[[Knowledge], Project]
) -> tuple[Finding, ...]:
    """The findings at the merge base of `ref` and HEAD. Stores outside the repository are taken as they are now."""
    try:
        top = Path(os.fsdecode(git(["rev-parse", "--show-toplevel"], folder=project)).rstrip("\n"))
    except GitError:
        raise OutsideError(
            "git_no_repository",
            f"{project.resolve().as_posix()} is in no git repository, so nothing is known of before",
            "leave out --since",
        ) from None
    commit = _merge_base(project, ref)
    with tempfile.TemporaryDirectory(prefix="kb-") as folder:
        root = Path(folder).resolve()
        _extract(top, commit, root)
        here = Path(os.path.relpath(project.resolve(), top.resolve()))
        before = root / here
        if not before.is_dir():
            return ()
        try:
            settings = _with_outside_stores(load(before), project, root)
            knowledge = open_settings(settings)
        except KnowledgeError:
            return ()  # the project could not be read then: all there is now is new
        return run(to_check(knowledge), settings.checks, rules).findings


def _merge_base(project: Path, ref: str) -> str:
    try:
        commit = git(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"], folder=project)
    except GitError:
        raise RequestError(
            "ref_unknown", f'git knows no commit "{ref}"', "name a branch, tag or commit, or fetch it first", ref
        ) from None
    try:
        return git(["merge-base", commit.decode().strip(), "HEAD"], folder=project).decode().strip()
    except GitError:
        raise OutsideError(
            "history_missing",
            f'the commit where this branch left "{ref}" is not in this clone',
            "fetch more history: `git fetch --unshallow`",
            ref,
        ) from None


def _extract(top: Path, commit: str, root: Path) -> None:
    """The files of a commit, without checking it out: no filter runs and nothing of the work tree changes."""
    listing = git(["ls-tree", "-r", "-z", "--full-tree", commit], folder=top).split(b"\0")
    files = []
    for line in filter(None, listing):
        facts, _, path = line.partition(b"\t")
        mode, kind, name = facts.split()
        if kind == b"blob":
            files.append((mode, name, path))
    contents = git(["cat-file", "--batch"], folder=top, stdin=b"".join(name + b"\n" for _, name, _ in files))
    at = 0
    for mode, _, name in files:
        header_end = contents.index(b"\n", at)
        size = int(contents[at:header_end].split()[2])
        content = contents[header_end + 1 : header_end + 1 + size]
        at = header_end + size + 2
        target = root / os.fsdecode(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode == b"120000":
            os.symlink(os.fsdecode(content), target)
        else:
            target.write_bytes(content)


def _with_outside_stores(settings: Settings, project: Path, root: Path) -> Settings:
    def moved(folder: Path) -> Path:
        if Path(os.path.abspath(folder)).is_relative_to(root):
            return folder
        return project / os.path.relpath(folder, settings.root)

    stores = tuple(dataclasses.replace(store, folder=moved(store.folder)) for store in settings.stores)
    return dataclasses.replace(settings, stores=stores)
