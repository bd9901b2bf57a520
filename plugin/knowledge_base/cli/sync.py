"""`kb sync`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from ..app import open_stores
from ..config import Settings, load
from ..errors import RequestError
from ..sync import Synchronised, check, synchronise
from .command import Answer, command, require_folder
from .parameters import Text
from .progress import TerminalProgress
from .schemas import SYNC
from .screen import Screen

_SHOWN = 12


@command("sync", SYNC)
@click.argument("names", nargs=-1, type=Text(), metavar="[NAME]...")
@click.option("--update", is_flag=True, help="Move the pins of the sources NAME, or of all.")
@click.option("--offline", is_flag=True, help="Use the cache alone, or fail and name what is missing.")
@click.option("--check", "only_check", is_flag=True, help="Fetch nothing; fail when lock and settings disagree.")
def sync(project: Path, names: tuple[str, ...], update: bool, offline: bool, only_check: bool) -> Answer:
    """Fetch the sources as they are pinned, and pin new ones.

    The pins are in knowledge.lock, which is written when all has been fetched, or not at all. Nothing of a source is
    checked out or run.
    """
    if names and not update:
        written = f"kb sync --update {' '.join(names)}"
        raise RequestError("usage", "NAME goes with --update", f"write `{written}`", names[0])
    if update and (offline or only_check):
        raise RequestError("usage", "--update needs the network", "leave out --offline and --check")
    require_folder(project)
    settings = load(project)
    if only_check:
        problems = check(settings)
        return Answer(_value(None, problems), _text, exit_code=1 if problems else 0)
    done = _run(settings, names if update else None, offline)
    return Answer(_value(done, []), _text)


def _run(settings: Settings, update: tuple[str, ...] | None, offline: bool) -> Synchronised:
    return synchronise(
        settings,
        update,
        offline=offline,
        progress=TerminalProgress(),
        accept=lambda sources: open_stores(settings, sources),
    )


def _value(done: Synchronised | None, problems: list[str]) -> dict[str, Any]:
    return {
        "changes": [
            {
                "source": change.source,
                "from": change.before,
                "to": change.after,
                "entries": None
                if change.entries is None
                else [{"address": address, "change": word} for address, word in change.entries.items()],
            }
            for change in (done.changes if done else ())
        ],
        "unchanged": done.unchanged if done else 0,
        "left_out": [
            {"source": name, "reason": error.message, "next_action": error.next_action}
            for name, error in (done.sources.left_out if done else {}).items()
        ],
        "written": done.lock.as_posix() if done and done.written else None,
        "problems": problems,
    }


def _text(value: Any, screen: Screen) -> Iterator[str]:
    for change in value["changes"]:
        yield from _change(change, screen)
    for left in value["left_out"]:
        yield f"{screen.style(left['source'], bold=True)}  left out: {left['reason']}"
        yield f"    {left['next_action']}"
    yield from value["problems"]
    if value["problems"]:
        yield "run `kb sync`"
        return
    if value["unchanged"] or not (value["changes"] or value["left_out"]):
        yield _counted(value["unchanged"], "source") + " as pinned"
    if value["written"]:
        yield f"wrote {value['written']}: commit it"


def _change(change: Mapping[str, Any], screen: Screen) -> Iterator[str]:
    before, after = ((change[key] or "")[:12] for key in ("from", "to"))
    moved = "no longer a source" if not after else f"{before} → {after}" if before else f"pinned at {after}"
    entries = change["entries"]
    told = ""
    if entries is not None:
        words = [entry["change"] for entry in entries]
        counts = ", ".join(f"{words.count(word)} {word}" for word in ("added", "changed", "removed") if word in words)
        told = f"; entries: {counts or 'the same'}"
    elif after:
        told = "; what changed is unknown: the former commit is not in the cache"
    yield f"{screen.style(change['source'], bold=True)}  {moved}{told}"
    if before and entries:
        for entry in entries[:_SHOWN]:
            yield f"    {entry['change']:<8} {entry['address']}"
        if len(entries) > _SHOWN:
            yield f"    and {len(entries) - _SHOWN} more"


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing if count == 1 else thing + 's'}"
