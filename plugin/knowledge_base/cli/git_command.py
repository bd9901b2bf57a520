"""git through its command line: one function, one kind of error."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ..errors import OutsideError


class GitError(Exception):
    """git said no. The message is what it printed."""


def git(folder: Path, arguments: Sequence[str], stdin: bytes = b"") -> bytes:
    """The output of a git command in a folder. Raises `GitError` where it fails, `OutsideError` where git is missing.

    Nothing of the environment steers it but the user's own configuration, and it never asks a question.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, input=stdin, capture_output=True, check=False, env=environment
        )
    except FileNotFoundError:
        raise OutsideError("git_missing", "git is not installed", "install git") from None
    if done.returncode:
        raise GitError(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout
