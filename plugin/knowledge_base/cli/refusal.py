"""Failures for people, as sentences on stderr, and for programs, as JSON on stdout."""

from __future__ import annotations

from typing import Any

import click

from ..errors import KnowledgeError, OutsideError, RequestError, nearest
from ..text.visible import visible
from .output import write, write_json
from .screen import screen


def as_refusal(error: Exception) -> KnowledgeError:
    """Any failure as one of ours: wrong usage, the outside world, or a fault of this program."""
    if isinstance(error, KnowledgeError):
        return error
    if isinstance(error, click.ClickException):
        return _usage(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return OutsideError(
            "outside_error",
            f"{where}{error.strerror or error}",
            "check the disk and the permissions",
            str(error.filename) if error.filename else None,
        )
    return KnowledgeError(
        "internal_error",
        f"this should not have happened: {type(error).__name__}: {error}",
        "please report it together with the command that you ran",
    )


def _usage(error: click.ClickException) -> RequestError:
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "kb"
    help_hint = f"`{path} --help` shows how it is used"
    if isinstance(error, click.NoSuchOption) and context:
        known = {name.lstrip("-"): name for parameter in context.command.get_params(context) for name in parameter.opts}
        # Without the dashes, which all options share.
        near = nearest(error.option_name.lstrip("-"), known)
        hint = f'did you mean "{known[near]}"? ' if near else ""
        return RequestError("usage", f'{path} has no option "{error.option_name}"', hint + help_hint, error.option_name)
    message = error.format_message().rstrip(".")
    return RequestError("usage", message[:1].lower() + message[1:], help_hint)


def envelope(refusal: KnowledgeError) -> dict[str, Any]:
    """The JSON envelope of a refusal; `resource` only where there is one."""
    resource = {} if refusal.resource is None else {"resource": refusal.resource}
    return {
        "error": {
            "code": refusal.code,
            "message": refusal.message,
            **resource,
            "next_action": refusal.next_action,
        }
    }


def show(refusal: KnowledgeError, *, as_json: bool) -> None:
    """Print a refusal: JSON to stdout, sentences to stderr."""
    if as_json:
        write_json(envelope(refusal))
        return
    label = screen(err=True).style("error:", fg="red", bold=True)
    sentences = [
        sentence
        for part in refusal.parts or (refusal,)
        for sentence in (f"{label} {visible(part.message)}", f"    {visible(part.next_action)}".rstrip())
    ]
    write("".join(f"{sentence}\n" for sentence in sentences if sentence), err=True)
