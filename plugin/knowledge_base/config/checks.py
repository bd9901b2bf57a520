"""What the checks are told in `knowledge.yml`: limits, the vocabulary of tags, the severity of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import did_you_mean
from ..model import Rule, Severity
from .patterns import patterns
from .yaml_file import Value

OFF = "off"
LEVELS = (*(severity.value for severity in Severity), OFF)
FAIL_ON = (Severity.ERROR.value, Severity.WARNING.value)
DEFAULT_MAX_BYTES = 1_048_576
DEFAULT_MAX_TAGS = 12

Levels = Mapping[Rule, "Severity | None"]
"""What some rules count as; None is off."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What entries have to keep to. `tags` is the vocabulary, None where any tag may be used."""

    tags: tuple[str, ...] | None = None
    tags_required: bool = False
    max_tags: int = DEFAULT_MAX_TAGS
    max_bytes: int = DEFAULT_MAX_BYTES
    always_applied_max_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class PathLevels:
    """Severities for the files that gitignore patterns match, relative to the settings."""

    match: tuple[str, ...]
    rules: Levels


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """Severities that differ from those of the rules, and which of them fails a run."""

    fail_on: Severity = Severity.WARNING
    rules: Levels = field(default_factory=dict)
    paths: tuple[PathLevels, ...] = ()


def limits(keys: Mapping[str, Value]) -> Limits:
    """`tags`, `entries` and `always_applied` of the settings."""
    tags = keys["tags"].mapping(("allowed", "required", "max")) if "tags" in keys else {}
    entries = keys["entries"].mapping(("max_bytes",)) if "entries" in keys else {}
    always = keys["always_applied"].mapping(("max_bytes",)) if "always_applied" in keys else {}
    return Limits(
        tags["allowed"].texts() if "allowed" in tags else None,
        tags["required"].flag() if "required" in tags else False,
        tags["max"].count() if "max" in tags else DEFAULT_MAX_TAGS,
        entries["max_bytes"].count() if "max_bytes" in entries else DEFAULT_MAX_BYTES,
        always["max_bytes"].count() if "max_bytes" in always else None,
    )


def check_settings(keys: Mapping[str, Value]) -> CheckSettings:
    """`checks` of the settings."""
    if "checks" not in keys:
        return CheckSettings()
    found = keys["checks"].mapping(("fail_on", "rules", "paths"))
    return CheckSettings(
        Severity(found["fail_on"].one_of(FAIL_ON)) if "fail_on" in found else Severity.WARNING,
        _levels(found["rules"]) if "rules" in found else {},
        tuple(_path_levels(item) for item in found["paths"].sequence()) if "paths" in found else (),
    )


def _path_levels(item: Value) -> PathLevels:
    keys = item.mapping(("match", "rules"))
    item.require(keys, "match", "rules")
    return PathLevels(patterns(keys["match"]), _levels(keys["rules"]))


def _levels(value: Value) -> Levels:
    numbers = [rule.value for rule in Rule]
    levels: dict[Rule, Severity | None] = {}
    for name, level in value.mapping().items():
        if name not in numbers:
            raise level.fail(
                f'there is no rule "{name}"', f"{did_you_mean(name, numbers)}rules have numbers like KB009"
            )
        written = level.one_of(LEVELS)
        levels[Rule(name)] = None if written == OFF else Severity(written)
    return levels
