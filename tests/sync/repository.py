"""Real repositories, made with git itself."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.org",
    "LC_ALL": "C",
}
NOON = 1_767_268_800
"""2026-01-01 12:00 UTC; each commit is a day after the one before it."""


@dataclass
class Repository:
    """A bare repository that is written to without a work tree."""

    folder: Path
    day: int = 0

    @classmethod
    def make(cls, folder: Path, *, filters: bool = True) -> Repository:
        made = cls(folder)
        folder.mkdir(parents=True)
        made.git("init", "--quiet", "--bare", "--template=", "--initial-branch=main")
        if filters:
            made.git("config", "uploadpack.allowFilter", "true")
        return made

    @property
    def file_url(self) -> str:
        return self.folder.as_uri()

    def git(self, *arguments: str | bytes, stdin: bytes = b"", date: int | None = None) -> str:
        stamp = f"{NOON + 86400 * self.day if date is None else date} +0000"
        environment = {**ENVIRONMENT, "GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp}
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, input=stdin, capture_output=True, check=False, env=environment
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode("utf-8", "backslashreplace").strip()

    def blob(self, content: bytes | str) -> str:
        return self.git("hash-object", "-w", "--stdin", stdin=content.encode() if isinstance(content, str) else content)

    def commit(
        self,
        files: Mapping[str | bytes, str | bytes | None],
        *,
        branch: str = "main",
        links: Mapping[str, str] | None = None,
        submodules: Mapping[str, str] | None = None,
        merge: str | None = None,
        empty: bool = False,
    ) -> str:
        """Commit on a branch: `files` are added or replaced, None removes. Gives the commit."""
        parent = self.tip(branch)
        records = (
            []
            if parent is None or empty
            else [
                record
                for record in self.raw_tree(parent)
                if record.partition(b"\t")[2] not in {_raw(path) for path in files}
            ]
        )
        for path, content in files.items():
            if content is not None:
                records.append(b"100644 blob " + self.blob(content).encode() + b"\t" + _raw(path))
        for path, target in (links or {}).items():
            records.append(b"120000 blob " + self.blob(target).encode() + b"\t" + path.encode())
        for path, commit in (submodules or {}).items():
            records.append(b"160000 commit " + commit.encode() + b"\t" + path.encode())
        index = self.folder / f"index-{os.getpid()}"
        environment = {**ENVIRONMENT, "GIT_INDEX_FILE": str(index)}
        for arguments, stdin in ((["update-index", "-z", "--index-info"], b"\0".join([*records, b""])),):
            subprocess.run(["git", *arguments], cwd=self.folder, input=stdin, check=True, env=environment)
        tree = (
            subprocess.run(
                ["git", "write-tree", "--missing-ok"], cwd=self.folder, capture_output=True, check=True, env=environment
            )
            .stdout.decode()
            .strip()
        )
        index.unlink()
        parents = [part for name in (parent, merge) if name for part in ("-p", name)]
        commit = self.git("commit-tree", tree, *parents, "-m", f"day {self.day}")
        self.day += 1
        self.git("update-ref", f"refs/heads/{branch}", commit)
        return commit

    def raw_tree(self, commit: str) -> list[bytes]:
        done = subprocess.run(
            ["git", "ls-tree", "-r", "-z", commit], cwd=self.folder, capture_output=True, check=True, env=ENVIRONMENT
        )
        return done.stdout.split(b"\0")[:-1]

    def tip(self, branch: str = "main") -> str | None:
        done = subprocess.run(
            ["git", "rev-parse", "--verify", "--quiet", f"refs/heads/{branch}"],
            cwd=self.folder,
            capture_output=True,
            check=False,
            env=ENVIRONMENT,
        )
        return done.stdout.decode().strip() or None


def _raw(path: str | bytes) -> bytes:
    return path if isinstance(path, bytes) else path.encode()
