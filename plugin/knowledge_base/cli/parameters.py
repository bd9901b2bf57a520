"""Types of arguments, each with its JSON Schema, and the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import click

from ..model import TIERS
from ..search import ALL
from .output import clean

F = TypeVar("F", bound=Callable[..., Any])


class Text(click.types.StringParamType):
    """A text; bytes that are no UTF-8 arrive as U+FFFD."""

    schema: ClassVar[dict[str, Any]] = {"type": "string"}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return clean(super().convert(value, param, ctx))


class Tier(Text):
    """A tier or `all`. Not a choice of click's: the knowledge layer refuses unknown ones, for every caller alike."""

    schema: ClassVar[dict[str, Any]] = {"enum": [ALL, *TIERS]}


class Limit(click.types.IntParamType):
    """A number of hits; the knowledge layer refuses those below 1."""

    schema: ClassVar[dict[str, Any]] = {"type": "integer", "minimum": 1}


def fan_out(function: F) -> F:
    """The options `--tier` and `--filter`, which select stores."""
    tier = click.option(
        "--tier",
        type=Tier(),
        default=ALL,
        show_default=True,
        metavar="|".join((ALL, *TIERS)),
        help="Which tier of stores to ask.",
    )
    names = click.option(
        "--filter",
        type=Text(),
        multiple=True,
        metavar="NAME",
        help="Ask only stores of this name, or TIER/NAME; repeatable.",
    )
    return tier(names(function))
