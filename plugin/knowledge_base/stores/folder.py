"""A folder of files as a store: walk, parse, count by brute force. The measure that every other store must equal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pathspec

from ..categories import OLD_README
from ..entries import Entry
from ..model import Finding, Rule
from ..progress import told
from .parsed import ParsedStore, by_place
from .spektacular_ignore import IGNORE_FILE, read_ignore_file

DEFAULT_INCLUDE = ("**/*.md",)


@dataclass(frozen=True)
class FolderStore(ParsedStore):
    """Files under `folder` that `include` matches and `exclude` does not, both in gitignore syntax.

    `label` is how places in this store are written in findings. Nothing is read before it is asked for, and then once.
    """

    folder: Path
    label: str = ""
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()

    def findings(self) -> Sequence[Finding]:
        return self._scan[1]

    @property
    def parsed(self) -> Mapping[str, Entry]:
        return self._scan[0]

    @property
    def selected(self) -> Sequence[str]:
        """The files that the settings select, by path; also those that turned out to be no entries."""
        return self._scan[2]

    @cached_property
    def _scan(self) -> tuple[dict[str, Entry], tuple[Finding, ...], list[str]]:
        findings: list[Finding] = []
        paths = sorted(self._walk(findings), key=str.encode)
        entries = (self.parse_file(path, findings) for path in told("reading entries", paths))
        parsed = {entry.path: entry for entry in entries if entry is not None}
        return parsed, by_place(findings), paths

    def _walk(self, findings: list[Finding]) -> Iterator[str]:
        included = pathspec.GitIgnoreSpec.from_lines(self.include)
        # Two lists: a `!pattern` of the store's own file must not bring back what the settings exclude.
        excluded = pathspec.GitIgnoreSpec.from_lines(self.exclude)
        ignored = pathspec.GitIgnoreSpec.from_lines(self._ignored(findings))
        root = os.path.realpath(self.folder)

        def left_out(path: str) -> bool:
            return excluded.match_file(path) or ignored.match_file(path)

        def failed(error: OSError) -> None:
            path = _readable(Path(error.filename or self.folder).relative_to(self.folder).as_posix())
            findings.append(self.finding(Rule.UNREADABLE, path, reason=error.strerror or str(error)))

        for folder, folders, files in os.walk(self.folder, onerror=failed):
            relative = Path(folder).relative_to(self.folder)
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in [name for name in folders if os.path.islink(os.path.join(folder, name))]:
                folders.remove(name)
                path = (relative / name).as_posix()
                if not left_out(f"{path}/"):
                    findings.append(self.finding(Rule.LINKED_FOLDER, _readable(path)))
            for name in files:
                path = (relative / name).as_posix()
                if name.startswith(".") or name == OLD_README or not included.match_file(path) or left_out(path):
                    continue
                if not _is_text(path):
                    findings.append(self.finding(Rule.NOT_UTF8, _readable(path), byte="its name"))
                elif os.path.islink(os.path.join(folder, name)) and not _stays_inside(
                    root, os.path.realpath(os.path.join(folder, name))
                ):
                    findings.append(self.finding(Rule.LINK_OUTSIDE, path))
                else:
                    yield path

    def _ignored(self, findings: list[Finding]) -> list[str]:
        try:
            patterns, odd_lines = read_ignore_file(self.folder / IGNORE_FILE)
        except OSError as error:
            findings.append(self.finding(Rule.UNREADABLE, IGNORE_FILE, reason=error.strerror or str(error)))
            return []
        except UnicodeDecodeError as error:
            byte = f"0x{error.object[error.start]:02x}"
            findings.append(self.finding(Rule.NOT_UTF8, IGNORE_FILE, byte=byte))
            return []
        findings += [self.finding(Rule.IGNORE_DIALECT, IGNORE_FILE, number, 1, text=text) for number, text in odd_lines]
        return patterns

    def parse_file(self, path: str, findings: list[Finding]) -> Entry | None:
        """One of the selected files as it is now. What is odd about it is added to `findings`."""
        file = self.folder / path
        try:
            if not file.is_file():
                raise OSError("it is no regular file")
            raw = file.read_bytes()
        except OSError as error:
            findings.append(self.finding(Rule.UNREADABLE, path, reason=error.strerror or str(error)))
            return None
        return self.parse_or_tell(path, raw, findings)


def _stays_inside(root: str, target: str) -> bool:
    """Whether a link ends at a file that the store could hold itself: inside it, and not hidden."""
    if not os.path.isfile(target) or os.path.commonpath([root, target]) != root:
        return False
    return not any(part.startswith(".") for part in Path(target).relative_to(root).parts)


def _readable(path: str) -> str:
    """A path for people, where a file name is no text."""
    return path.encode("utf-8", "backslashreplace").decode()


def _is_text(path: str) -> bool:
    """File names are bytes on Linux; one that is no UTF-8 cannot be an address."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
