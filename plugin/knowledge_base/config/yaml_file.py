"""A YAML settings file whose every value knows its place, so that every complaint can name line and column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from ..errors import OutsideError, SettingsError, did_you_mean

if TYPE_CHECKING:
    from yaml import SafeLoader as _Loader
else:
    _Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_KINDS = {"ScalarNode": "a single value", "SequenceNode": "a list", "MappingNode": "keys and values"}


@dataclass(frozen=True, slots=True)
class Value:
    """A node of the file, and what it is called in messages."""

    file: str
    name: str
    node: yaml.Node

    @property
    def place(self) -> str:
        mark = self.node.start_mark
        return f"{self.file}:{mark.line + 1}:{mark.column + 1}"

    def fail(self, message: str, next_action: str = "") -> SettingsError:
        return SettingsError(self.place, message, next_action)

    @property
    def is_null(self) -> bool:
        return self.node.tag == "tag:yaml.org,2002:null"

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.node, yaml.MappingNode)

    def mapping(self, known: Sequence[str] | None = None) -> dict[str, Value]:
        """Keys and values. With `known`, any other key is refused with the nearest known one."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self._wrong("keys and values")
        found: dict[str, Value] = {}
        for key, node in self.node.value:
            name = str(key.value)
            at = Value(self.file, name, key)
            if name in found:
                raise at.fail(f'"{name}" stands there twice', "keep one of them")
            if known is not None and name not in known:
                raise at.fail(
                    f'unknown key "{name}" in {self.name}',
                    f"{did_you_mean(name, known)}known keys: {', '.join(known)}",
                )
            found[name] = Value(self.file, name, node)
        return found

    def sequence(self) -> list[Value]:
        if not isinstance(self.node, yaml.SequenceNode):
            raise self._wrong("a list")
        return [Value(self.file, f"{self.name}[{i}]", node) for i, node in enumerate(self.node.value)]

    def text(self) -> str:
        """The value as written, never what YAML makes of it; empty and null are refused."""
        if not isinstance(self.node, yaml.ScalarNode):
            raise self._wrong("a single value")
        if self.is_null or not str(self.node.value).strip():
            raise self.fail(f"{self.name} is empty", f"give {self.name} a value")
        return str(self.node.value)

    def boolean(self) -> bool:
        text = self.text()
        if text not in ("true", "false"):
            raise self.fail(f'{self.name} must be true or false, not "{text}"', f'write "{self.name}: true"')
        return text == "true"

    def positive(self) -> int:
        """A whole number above 0; digits may be grouped by underscores."""
        text = self.text()
        if not re.fullmatch(r"[0-9]{1,12}(_[0-9]{1,3}){0,4}", text) or int(text) == 0:
            raise self.fail(f'{self.name} must be a whole number above 0, not "{text}"', "write it in digits")
        return int(text)

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.sequence())

    def one_of(self, known: Sequence[str]) -> str:
        """One of some words."""
        written = self.text()
        if written not in known:
            raise self.fail(
                f'{self.name} cannot be "{written}"', f"{did_you_mean(written, known)}write one of: {', '.join(known)}"
            )
        return written

    def flag(self) -> bool:
        return self.one_of(("true", "false")) == "true"

    def count(self) -> int:
        """A whole number from 1 to 18 digits."""
        written = self.text()
        if not (written.isascii() and written.isdigit() and len(written) <= 18 and int(written) > 0):
            raise self.fail(f'{self.name} is "{written}", which is no number', "write a whole number of at least 1")
        return int(written)

    def require(self, values: dict[str, Value], *keys: str) -> None:
        for key in keys:
            if key not in values:
                raise self.fail(f'{self.name} lacks the key "{key}"', f'add "{key}: …" to it')

    def _wrong(self, expected: str) -> SettingsError:
        kind = _KINDS.get(type(self.node).__name__, "something else")
        return self.fail(f"{self.name} must be {expected}, not {kind}")


def read(file: Path, shown: str, expand: dict[str, str] | None = None) -> Value | None:
    """The root value of a settings file; None when the file says nothing. `shown` names it in messages.

    With `expand`, `${NAME}` is replaced by its value (empty if unknown) in the text before YAML sees it.
    """
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SettingsError(f"{shown}:1:1", "the file is not UTF-8", "save it as UTF-8") from None
    except OSError as error:
        raise OutsideError(
            "settings_unreadable", f"cannot read {shown}: {error.strerror}", "check the file", shown
        ) from None
    if expand is not None:
        text = _expand(text, expand)
    try:
        loader: Any = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"{shown}:{mark.line + 1}:{mark.column + 1}" if mark else f"{shown}:1:1"
        raise SettingsError(place, f"no valid YAML: {error.problem}", "mend the YAML there") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = str(error).split("\n", 1)[0]
        raise SettingsError(f"{shown}:1:1", f"no valid YAML: {reason}", "mend the YAML") from None
    if node is None:
        return None
    value = Value(shown, file.name, node)
    return None if value.is_null else value


def _expand(text: str, values: dict[str, str]) -> str:
    head, *rest = text.split("${")
    parts = [head]
    for piece in rest:
        name, brace, tail = piece.partition("}")
        parts.append(values.get(name, "") + tail if brace else "${" + piece)
    return "".join(parts)
