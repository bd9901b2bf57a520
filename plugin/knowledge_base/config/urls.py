"""URLs, refs and paths of sources: what may stand in the settings, because git or a page will see it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

SCHEMES = ("https", "http", "ssh", "file")

_HOST = r"([A-Za-z0-9][\w.-]*)"
_PATH = r"([^\s?#\\]+)"
_HTTP = re.compile(rf"(https?)://{_HOST}(:\d+)?/{_PATH}", re.ASCII)
_SSH = re.compile(rf"ssh://(?:[\w.-]+@)?{_HOST}(?::\d+)?/{_PATH}", re.ASCII)
_SCP = re.compile(rf"(?:[\w.-]+@){_HOST}:(?!/){_PATH}", re.ASCII)
_FILE = re.compile(rf"file:///{_PATH}", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}")
_SHORT = re.compile(r"[0-9a-f]{7,39}")


@dataclass(frozen=True, slots=True)
class GitUrl:
    """The URL of a repository. `web` is where a forge would show it, without a slash at the end; None for files."""

    text: str
    scheme: str
    host: str
    web: str | None


def parse_url(text: str) -> GitUrl | str:
    """The parts of a URL, or why it is refused. The reason never repeats the URL: it can hold a password."""
    if "::" in text or text.startswith("-") or has_control(text):
        return "is no plain URL"
    if match := _HTTP.fullmatch(text):
        scheme, host, port, path = match.groups()
        return GitUrl(text, scheme, host + (port or ""), f"{scheme}://{host}{port or ''}/{_repository(path)}")
    if match := _SSH.fullmatch(text) or _SCP.fullmatch(text):
        host, path = match.groups()
        return GitUrl(text, "ssh", host, f"https://{host}/{_repository(path)}")
    if _FILE.fullmatch(text):
        return GitUrl(text, "file", "this machine", None)
    if re.match(r"https?://[^/]*@", text) or re.match(r"\w+://[^/]*:[^/]*@", text):
        return "holds a name or a password"
    if "?" in text or "#" in text:
        return "has a query or a fragment"
    return "is of a kind that is not read"


def ref_problem(ref: str) -> str | None:
    """Why `ref` cannot be asked for, or None."""
    if problem := _unsafe(ref):
        return problem
    if re.search(r"[\s~^:?*\[\\]|//|@\{|/\.|^\.|^/|/$|\.$|\.lock$", ref):
        return "is no name that git allows"
    if _SHORT.fullmatch(ref):
        return "looks like a shortened commit, which may come to mean another one"
    return None


def is_commit(ref: str) -> bool:
    return _COMMIT.fullmatch(ref) is not None


def path_problem(path: str) -> str | None:
    """Why `path` cannot name something inside a repository, or None."""
    if problem := _unsafe(path):
        return problem
    if path.startswith("/") or "\\" in path:
        return "does not start at the root of the repository"
    return None


def has_control(text: str) -> bool:
    return any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in text)


def _unsafe(text: str) -> str | None:
    if text.startswith("-"):
        return "starts with -"
    for bad in ("::", ".."):
        if bad in text:
            return f"holds {bad}"
    return "holds a control character" if has_control(text) else None


def _repository(path: str) -> str:
    return path.strip("/").removesuffix(".git")
