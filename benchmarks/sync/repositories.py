"""Repositories as teams have them: knowledge beside code, both with a history. The same bytes every time."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from tests.sync.repository import ENVIRONMENT, NOON

WORDS = [
    f"{a}{b}{c}"
    for a in ("ro", "ti", "sha", "ke", "lu")
    for b in ("u", "me", "do", "na")
    for c in ("ting", "out", "rd", "x")
]
COMMITS = 12
CODE_FILES = 120


def make(folder: Path, number: int, entries: int) -> None:
    """A bare repository: `entries` entries in `docs/`, code in `src/`, and some commits that changed both."""
    choose = random.Random(number)
    folder.mkdir(parents=True)
    _git(folder, "init", "--quiet", "--bare", "--template=", "--initial-branch=main")
    _git(folder, "config", "uploadpack.allowFilter", "true")
    files = {f"docs/{_category(i)}/entry-{i}.md": _entry(choose, number, i) for i in range(entries)}
    files["docs/index.md"] = f"# Repository {number}\n"
    files["mkdocs.yml"] = f"site_name: Repository {number}\nnav: [index.md]\n"
    files |= {f"src/module_{i}.py": _code(choose) for i in range(CODE_FILES)}
    stream = [_commit(1, files)]
    for day in range(2, COMMITS + 1):
        changed = {f"src/module_{choose.randrange(CODE_FILES)}.py": _code(choose) for _ in range(10)}
        i = choose.randrange(entries)
        changed[f"docs/{_category(i)}/entry-{i}.md"] = _entry(choose, number, i)
        stream.append(_commit(day, changed))
    _git(folder, "fast-import", "--quiet", stdin=b"".join(stream))
    _git(folder, "repack", "-q", "-a", "-d")


def change(folder: Path, number: int) -> None:
    """One more commit, with one entry changed."""
    tip = _git(folder, "rev-parse", "refs/heads/main").strip()
    entry = {f"docs/{_category(0)}/entry-0.md": _entry(random.Random(-number), number, 0)}
    _git(folder, "fast-import", "--quiet", stdin=_commit(COMMITS + 1, entry, tip))


def _category(i: int) -> str:
    return ("architecture", "decisions", "gotchas", "learnings")[i % 4]


def _entry(choose: random.Random, number: int, i: int) -> str:
    lines = [f"---\ntags: [{choose.choice(WORDS)}, {choose.choice(WORDS)}]\n---\n\n# Entry {i} of {number}\n"]
    lines += [" ".join(choose.choices(WORDS, k=14)) + f" {choose.getrandbits(32):x}." for _ in range(14)]
    return "\n".join(lines) + "\n"


def _code(choose: random.Random) -> str:
    return "".join(
        f"def {choose.choice(WORDS)}_{choose.getrandbits(40):x}({choose.choice(WORDS)}):\n"
        f"    return {choose.getrandbits(64)} + {choose.choice(WORDS)}\n\n\n"
        for _ in range(60)
    )


def _commit(day: int, files: dict[str, str], parent: str = "") -> bytes:
    head = f"commit refs/heads/main\ncommitter C <c@example.org> {NOON + 86_400 * day} +0000\ndata 1\nx\n"
    parts = [head.encode(), f"from {parent}\n".encode() if parent else b""]
    for path, text in files.items():
        raw = text.encode()
        parts += [f"M 100644 inline {path}\ndata {len(raw)}\n".encode(), raw, b"\n"]
    return b"".join(parts)


def _git(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, input=stdin, capture_output=True, check=True, env=ENVIRONMENT
    )
    return done.stdout.decode()
