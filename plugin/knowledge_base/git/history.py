"""When files last changed, from the history; what a shallow history cannot tell stays unknown."""

from __future__ import annotations

import datetime
from pathlib import Path

from .failure import GitError
from .process import run

LOG = (
    "log",
    "--format=%x01%H %ct",
    "--name-only",
    "-z",
    "--no-renames",
    "--diff-merges=combined",
    "--no-ext-diff",
    "--no-textconv",
)


def parse_log(listing: bytes, boundary: frozenset[str]) -> dict[str, str]:
    """The day of the newest commit of each path. A commit of `boundary` has no parents here: it tells nothing."""
    days: dict[str, str | None] = {}
    for record in listing.split(b"\x01")[1:]:
        head, *paths = record.split(b"\0")
        commit, _, seconds = head.decode().partition(" ")
        day = None if commit in boundary else _day(int(seconds))
        for raw in paths:
            if name := raw.lstrip(b"\n").decode("utf-8", "replace"):
                days.setdefault(name, day)
    return {name: day for name, day in days.items() if day is not None}


def dates_of_folder(folder: Path) -> dict[str, str]:
    """The dates of the files in `folder`, by path from there; empty where git knows nothing.

    What differs from the last commit has no date. The repository is only read.
    """
    try:
        shallow = run(["rev-parse", "--path-format=absolute", "--git-path", "shallow"], folder=folder)
        boundary = read_shallow(Path(shallow.decode().rstrip("\n")))
        listing = run([*LOG, "--relative", "HEAD", "--", "."], folder=folder)
        changed = run(["diff", "--relative", "--name-only", "-z", "--no-ext-diff", "HEAD", "--", "."], folder=folder)
    except GitError:
        return {}
    days = parse_log(listing, boundary)
    for raw in changed.split(b"\0"):
        days.pop(raw.decode("utf-8", "replace"), None)
    return days


def read_shallow(file: Path) -> frozenset[str]:
    """The commits whose parents the repository lacks."""
    return frozenset(file.read_text().split()) if file.is_file() else frozenset()


def _day(seconds: int) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).date().isoformat()
