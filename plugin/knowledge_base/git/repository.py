"""A bare repository in the cache: fetched without blobs, then exactly the blobs that are wanted."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..files import write
from .failure import GitError
from .history import LOG, parse_log, read_shallow
from .process import Watch, run
from .tree import TreeFile, parse_tree

_FETCH = ("fetch", "-vv", "--progress", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules")
# A depth of 1 has nothing to negotiate with, and blobs are asked for by name.
_NOOP = ("-c", "fetch.negotiationAlgorithm=noop")
_PIN = "refs/pins/"


class MissingObjects(Exception):
    """The repository lacks what is asked for; a fetch brings it."""


@dataclass(frozen=True, slots=True)
class RemoteRefs:
    """What a server says about a name: its default branch, the commits of all refs that were asked for."""

    head: str | None
    commits: Mapping[str, str]


@dataclass(frozen=True)
class Repository:
    """The repository of one URL. `history` says that all commits are wanted, not only the newest one.

    `keep_open` is passed on to every call: the lock on the repository lives as long as whatever writes to it.
    """

    folder: Path
    url: str
    scheme: str
    history: bool
    keep_open: Sequence[int] = ()

    @property
    def _at(self) -> list[str]:
        return ["--git-dir", str(self.folder)]

    @property
    def _reading(self) -> list[str]:
        """A repository of the same objects that knows no server, so that a missing one is missing."""
        return ["--git-dir", str(self.folder / "read")]

    def prepare(self) -> None:
        """Make the repository, or remove what a killed fetch has left in it. The caller holds the lock."""
        for name in ("objects/pack", "objects/info", "refs/heads", "read/refs", "read/objects/info"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        config = (
            "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tpartialClone = origin\n"
            f'[remote "origin"]\n\turl = {self.url}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n'
        )
        head = "ref: refs/heads/none\n"
        files = {
            "config": config,
            "HEAD": head,
            "read/HEAD": head,
            "read/objects/info/alternates": "../../objects\n",
        }
        for name, content in files.items():
            file = self.folder / name
            if not file.is_file() or file.read_text("utf-8", "replace") != content:
                write(file, content.encode())
        for left in (*self.folder.rglob("*.lock"), *self.folder.glob("objects/pack/tmp_*"), *self._unfinished()):
            with contextlib.suppress(FileNotFoundError):
                left.unlink()

    def _unfinished(self) -> list[Path]:
        """Packs that were never given an index: nothing reads them."""
        packs = (self.folder / "objects/pack").glob("pack-*.*")
        return [file for file in packs if file.suffix != ".idx" and not file.with_suffix(".idx").exists()]

    def refs(self, names: Sequence[str], watch: Watch) -> RemoteRefs:
        """Ask the server for HEAD and the refs of these full names; annotated tags are followed to their commit."""
        asked = ["HEAD", *names, *(f"{name}^{{}}" for name in names)]
        answer = self._run(["ls-remote", "--symref", "origin", *asked], watch).decode("utf-8", "replace")
        head, commits = None, {}
        for line in answer.splitlines():
            value, _, name = line.partition("\t")
            if value.startswith("ref: ") and name == "HEAD":
                head = value.removeprefix("ref: refs/heads/")
            elif name in asked:
                commits[name] = value
        peeled = {name: commits.get(f"{name}^{{}}", commit) for name, commit in commits.items()}
        return RemoteRefs(head, {name: commit for name, commit in peeled.items() if not name.endswith("^{}")})

    def fetch_commit(self, commit: str, watch: Watch, most: int) -> None:
        """Fetch a commit and the names of its files; `most` bounds what may arrive (bytes)."""
        if self.history:
            what = [*_FETCH, "--filter=blob:none", "--update-shallow", "origin", f"+{commit}:{_PIN}{commit}"]
        else:
            what = [*_NOOP, *_FETCH, "--filter=blob:none", "--depth=1", "origin", commit]
        self._run(what, watch, most)

    def fetch_blobs(self, oids: Collection[str], watch: Watch, most: int) -> None:
        wanted = "".join(f"{oid}\n" for oid in sorted(oids)).encode()
        self._run([*_NOOP, *_FETCH, "--filter=blob:none", "--stdin", "origin"], watch, most, wanted)

    def tree(self, commit: str) -> tuple[dict[str, TreeFile], tuple[str, ...]]:
        """The files of a commit by path, and the paths that are no UTF-8. Raises `MissingObjects`."""
        with _missing():
            return parse_tree(run([*self._reading, "ls-tree", "-r", "-z", "--full-tree", commit]))

    def contents(self, oids: Collection[str], most: int) -> tuple[dict[str, bytes], set[str]]:
        """The blobs that are here, at most that many bytes, and the names of those that are not."""
        if not oids:
            return {}, set()
        asked = "".join(f"{oid}\n" for oid in sorted(oids)).encode()
        with _missing():
            answer = run([*self._reading, "cat-file", "--batch", "--buffer"], stdin=asked, most=most + 80 * len(oids))
        found: dict[str, bytes] = {}
        missing: set[str] = set()
        at = 0
        while at < len(answer):
            end = answer.index(b"\n", at)
            oid, kind, *size = answer[at:end].decode().split(" ")
            at = end + 1
            if kind == "missing":
                missing.add(oid)
                continue
            found[oid] = answer[at : at + int(size[0])]
            at += int(size[0]) + 1
        return found, missing

    def committed(self, commit: str) -> int:
        """When a commit was made, in seconds since 1970. Raises `MissingObjects`, also for what is no commit."""
        with _missing():
            raw = run([*self._reading, "cat-file", "commit", commit])
        line = next(line for line in raw.split(b"\n") if line.startswith(b"committer "))
        return int(line.split(b" ")[-2])

    def dates(self, commit: str) -> dict[str, str]:
        """The day each file last changed, for those whose history is here."""
        with _missing():
            return parse_log(run([*self._at, *LOG, commit]), read_shallow(self.folder / "shallow"))

    def _run(self, arguments: Sequence[str], watch: Watch, most: int | None = None, stdin: bytes = b"") -> bytes:
        before = self._size()
        full = None if most is None else lambda: self._size() - before > most
        return run(
            [*self._at, *arguments],
            stdin=stdin,
            scheme=self.scheme,
            watch=watch,
            full=full,
            keep_open=self.keep_open,
        )

    def _size(self) -> int:
        total = 0
        with contextlib.suppress(OSError), os.scandir(self.folder / "objects/pack") as files:
            for file in files:
                with contextlib.suppress(OSError):
                    total += file.stat().st_size
        return total


@contextlib.contextmanager
def _missing() -> Iterator[None]:
    """Turns what git says about objects that are not here, or are damaged, into `MissingObjects`."""
    try:
        yield
    except GitError as error:
        if error.limit or error.code == "git_missing":
            raise
        raise MissingObjects from None
