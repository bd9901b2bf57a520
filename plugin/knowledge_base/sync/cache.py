"""The cache: a folder that we made and marked. Nothing else is ever deleted."""

from __future__ import annotations

import atexit
import contextlib
import errno
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import OutsideError
from ..files import write

if sys.platform != "win32":
    import fcntl

FOLDER = ".knowledge"
VARIABLE = "KB_CACHE_DIR"
MARKER = "MKDOCS-KNOWLEDGE-CACHE"

_MARK = b"A cache of mkdocs-knowledge, format 1. `kb cache clear` empties it; it fills itself again.\n"
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
_REPOSITORY = re.compile(r"[0-9a-f]{32}(?:\.lock)?")
_INDEX = re.compile(r"[0-9a-f]{32}\.index|\.[0-9a-f]{32}\.index\..*")
"""An index, or what is left of one that was being written."""
_TICK = 0.05


@dataclass(frozen=True)
class Cache:
    """The cache at `folder`. It is made when something is first put into it."""

    folder: Path

    @classmethod
    def of(cls, root: Path) -> Cache:
        """The cache of the project at `root`, or the one that `KB_CACHE_DIR` names."""
        named = os.environ.get(VARIABLE)
        return cls(Path(named).expanduser() if named else root / FOLDER)

    @property
    def is_ours(self) -> bool:
        with contextlib.suppress(OSError):
            return (self.folder / MARKER).read_bytes() == _MARK
        return False

    def make(self) -> Cache:
        """The cache itself, there and marked; where the disk is read-only, an empty one that ends with the process."""
        if self.is_ours:
            return self if os.access(self.folder, os.W_OK) else _temporary()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Another process may be making it right now: its files do not count as foreign.
            ours = (MARKER, ".gitignore", "sources")
            foreign = [
                name
                for name in os.listdir(self.folder)
                if not name.startswith((f".{MARKER}.", "..gitignore.")) and name not in ours
            ]
        except OSError as error:
            if error.errno in _READ_ONLY:
                return _temporary()
            raise self._fails(error) from None
        if foreign:
            raise OutsideError(
                "cache_foreign",
                f"{self.folder.as_posix()} is in use for something else: it holds {sorted(foreign)[0]}",
                f"name another folder with {VARIABLE}, or remove this one",
                self.folder.as_posix(),
            )
        if not os.access(self.folder, os.W_OK):
            return _temporary()
        write(self.folder / ".gitignore", b"*\n")
        write(self.folder / MARKER, _MARK)
        return self

    def _fails(self, error: OSError) -> OutsideError:
        return OutsideError(
            "cache_failed",
            f"cannot make the cache {self.folder.as_posix()}: {error.strerror}",
            f"check its place, or name another one with {VARIABLE}",
            self.folder.as_posix(),
        )

    def repository(self, url: str, history: bool) -> Path:
        """Where the repository of a URL lies; one with its history lies apart from one without."""
        name = hashlib.sha256(f"{'history' if history else 'tip'} {url}".encode()).hexdigest()[:32]
        return self.folder / "sources" / name

    def index(self, project: Path) -> Path:
        """Where the index of the project at an absolute path lies."""
        name = hashlib.sha256(os.fsencode(project)).hexdigest()[:32]
        return self.folder / f"{name}.index"

    @contextlib.contextmanager
    def locked(self, repository: Path, deadline: float) -> Iterator[int | None]:
        """Hold a repository alone, across threads and processes; gives the descriptor of the lock.

        On a cache that can only be read there is nothing to lock. `deadline` is a reading of `time.monotonic`.
        """
        file = repository.with_name(f"{repository.name}.lock")
        descriptor = None if sys.platform == "win32" else _open_lock(file)
        try:
            while sys.platform != "win32" and descriptor is not None:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        raise OutsideError(
                            "cache_busy",
                            f"another process holds {file.as_posix()}",
                            "wait for it, or end it if it hangs",
                            file.as_posix(),
                        ) from None
                    time.sleep(_TICK)
                    continue
                if _is_same(descriptor, file):
                    break
                os.close(descriptor)  # it was cleared away while we waited
                descriptor = _open_lock(file)
            yield descriptor
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def clear(self, deadline: float) -> int:
        """Remove what we put there; gives the number of repositories. Raises where the folder is not marked as ours."""
        if not self.folder.exists():
            return 0
        if not self.is_ours:
            raise OutsideError(
                "cache_foreign",
                f"{self.folder.as_posix()} is not marked as a cache of ours, so nothing in it is deleted",
                f"look into it yourself; {MARKER} is the mark",
                self.folder.as_posix(),
            )
        sources = self.folder / "sources"
        names = sorted(name for name in os.listdir(sources) if _REPOSITORY.fullmatch(name)) if sources.is_dir() else []
        repositories = [name for name in names if not name.endswith(".lock")]
        for name in sorted({name.removesuffix(".lock") for name in names}):
            with self.locked(sources / name, deadline):
                remove(sources / name)
                with contextlib.suppress(FileNotFoundError):
                    (sources / f"{name}.lock").unlink()
        with contextlib.suppress(OSError):  # not empty: someone else has put something there
            sources.rmdir()
        for name in os.listdir(self.folder):
            if _INDEX.fullmatch(name):
                with contextlib.suppress(FileNotFoundError):
                    (self.folder / name).unlink()
        left = set(os.listdir(self.folder)) - {MARKER, ".gitignore"}
        if not left:
            for name in (".gitignore", MARKER):
                (self.folder / name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                self.folder.rmdir()
        return len(repositories)


def remove(repository: Path) -> None:
    """Delete a repository of the cache; a link in its place is taken away, not followed."""
    if repository.is_symlink():
        repository.unlink()
    elif repository.is_dir():
        shutil.rmtree(repository)


@functools.cache
def _temporary() -> Cache:
    """One for the whole process, deleted when it ends."""
    folder = tempfile.mkdtemp(prefix="mkdocs-knowledge-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Cache(Path(folder)).make()


def _open_lock(file: Path) -> int | None:
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
        with contextlib.suppress(OSError):
            if flags & os.O_CREAT:
                file.parent.mkdir(exist_ok=True)
            return os.open(file, flags | os.O_CLOEXEC, 0o666)
    return None


def _is_same(descriptor: int, file: Path) -> bool:
    try:
        named, held = os.stat(file), os.fstat(descriptor)
    except FileNotFoundError:
        return False
    return (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)
