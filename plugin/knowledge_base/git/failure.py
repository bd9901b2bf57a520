"""What git says when it fails, as one of few named errors. What a server says is not repeated: it can hold secrets."""

from __future__ import annotations

import re

from ..errors import OutsideError
from ..text.visible import visible

_SECRET = re.compile(r"://[^/\s@]*@")
_DENIED = (
    "let git's own credential helper or GIT_ASKPASS give a name and a password for that host, or an SSH key;"
    " none belongs into the settings"
)

_KINDS: tuple[tuple[str, re.Pattern[str], str, str], ...] = tuple(
    (code, re.compile(pattern, re.IGNORECASE), message, action)
    for code, pattern, message, action in (
        (
            "disk_full",
            r"no space left|file too large|disk quota exceeded|unable to write|write error|died of signal 25",
            "the disk took no more while the answer of {host} was written",
            "make room for the cache, or move it with KB_CACHE_DIR",
        ),
        (
            "source_denied",
            (
                r"authentication failed|could not read (username|password)|permission denied|returned error: 40[13]"
                r"|host key verification failed|terminal prompts disabled"
            ),
            "{host} does not let us in",
            _DENIED,
        ),
        (
            "commit_missing",
            (
                r"not our ref|unadvertised object|no such remote ref|couldn't find remote ref|did not send all"
                r"|remote did not send|unable to find [0-9a-f]{40}"
            ),
            "{host} does not give the commit that is asked for",
            "it may have been removed there: `kb sync --update` pins the present one",
        ),
        (
            "source_unreachable",
            (
                r"could not resolve host|failed to connect|couldn't connect|connection (refused|timed out|reset)"
                r"|no route to host|network is unreachable|could not connect|ssl|certificate"
            ),
            "{host} cannot be reached",
            "check the address, the network and the proxy (https_proxy), then try again",
        ),
        (
            "source_not_found",
            r"repository .*not found|does not appear to be a git repository|returned error: 404|does not exist",
            "{host} has no such repository, or does not show it to us",
            f"check the URL; if it is private: {_DENIED}",
        ),
        (
            "source_cut",
            (
                r"rpc failed|early eof|hung up|unexpected disconnect|expected flush|premature end|bad (line|pack)"
                r"|invalid index-pack|index-pack failed|protocol error|transfer closed|empty reply|returned error: 5"
                r"|unexpected|inflate|remote end"
            ),
            "the connection to {host} broke off",
            "try again",
        ),
    )
)


class GitError(OutsideError):
    """A call of git failed. `limit` names the limit that it ran into, if any."""

    def __init__(self, code: str, message: str, next_action: str = "", limit: str = "") -> None:
        super().__init__(code, message, next_action)
        self.limit = limit


class Stopped(Exception):
    """The work was called off."""


def failure(code: int, stderr: bytes, host: str) -> GitError:
    """The error for an exit code and what git printed."""
    ours = [
        line
        for line in re.split(r"[\r\n]+", stderr.decode("utf-8", "replace"))
        if line.strip() and not line.startswith(("remote:", "POST "))
    ]
    text = "\n".join(ours)
    place = host or "git"
    if code in (-25, 153):  # SIGXFSZ
        _, _, message, action = _KINDS[0]
        return GitError(_KINDS[0][0], message.format(host=place), action)
    for name, pattern, message, action in _KINDS:
        if pattern.search(text):
            return GitError(name, message.format(host=place), action)
    told = [line for line in ours if line.startswith(("fatal:", "error:"))] or ours
    said = visible(_SECRET.sub("://", told[-1]))[:300] if told else f"exit code {code}"
    return GitError("git_failed", f"git failed for {place}: {said}", "run the same with git itself to see more")
