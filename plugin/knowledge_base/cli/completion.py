"""`kb completion`."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from ..errors import RequestError
from .command import Answer, command
from .schemas import COMPLETION

SHELLS = ("bash", "zsh", "fish")


@command("completion", COMPLETION)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(project: Path, shell: str) -> Answer:
    """Print the script that lets SHELL complete `kb`.

    For bash: eval "$(kb completion bash)" in ~/.bashrc; for fish: kb completion fish | source.
    """
    root = click.get_current_context().find_root()
    kind = get_completion_class(shell)
    if kind is None:
        raise RequestError("shell_unknown", f'no completion for the shell "{shell}"', f"shells: {', '.join(SHELLS)}")
    script = kind(root.command, {}, "kb", "_KB_COMPLETE").source()
    return Answer({"shell": shell, "script": script}, lambda value, screen: [value["script"]], raw=script)
