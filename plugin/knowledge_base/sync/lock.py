"""`knowledge.lock`: the commit that each source is pinned to. Teams commit it; only `kb sync` writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..config import Settings, SourceSettings
from ..errors import OutsideError, SettingsError
from ..files import write

FILE_NAME = "knowledge.lock"
FORMAT = 1
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True)
class Pin:
    """A source at a commit. `git` and `ref` are what the settings said; `branch` is where it is edited, if anywhere.

    `date` is when the commit was made, in UTC (`2026-11-30T12:00:00Z`).
    """

    git: str
    ref: str | None
    branch: str | None
    commit: str
    date: str

    def fits(self, source: SourceSettings) -> bool:
        """Whether the settings still say what this was made for."""
        return self.git == source.url.text and self.ref == source.ref


def lock_file(settings: Settings) -> Path:
    return (settings.file.parent if settings.file else settings.root) / FILE_NAME


def read_lock(file: Path) -> dict[str, Pin]:
    """The pins by the name of their source; none without a file."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        shown = file.as_posix()
        raise OutsideError(
            "lock_unreadable", f"cannot read {shown}: {error.strerror}", "check the file", shown
        ) from None
    try:
        value = json.loads(raw)
        if value["format"] != FORMAT:
            raise _unusable(file, f"its format is {value['format']!r}, this program knows {FORMAT}")
        return {name: _pin(pin) for name, pin in value["sources"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _unusable(file, "it is damaged, or a merge has left its marks in it") from None


def _pin(value: Mapping[str, Any]) -> Pin:
    pin = Pin(**{field.name: value[field.name] for field in fields(Pin)})
    texts = (pin.git, pin.commit, pin.date)
    maybe = (pin.ref, pin.branch)
    if not all(isinstance(text, str) for text in texts) or not all(
        isinstance(text, (str, type(None))) for text in maybe
    ):
        raise ValueError
    if not _COMMIT.fullmatch(pin.commit):
        raise ValueError
    return pin


def write_lock(file: Path, pins: Mapping[str, Pin]) -> bool:
    """Write the pins, in the order of their names; False, and nothing touched, where they stand there already."""
    value = {"format": FORMAT, "sources": {name: asdict(pins[name]) for name in sorted(pins)}}
    content = (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
    if file.is_file() and file.read_bytes() == content:
        return False
    if not pins and not file.exists():
        return False
    write(file, content)
    return True


def _unusable(file: Path, reason: str) -> SettingsError:
    return SettingsError(
        f"{file.as_posix()}:1:1",
        f"the lock cannot be used: {reason}",
        "take it back from git, or delete it and run `kb sync`",
    )
