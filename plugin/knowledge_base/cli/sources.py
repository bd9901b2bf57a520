"""`kb sources`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..config import load
from ..sync import Pin, read_lock
from ..sync.lock import lock_file
from .command import Answer, command, require_folder
from .schemas import SOURCES
from .screen import Screen, pad, widest


@command("sources", SOURCES)
def sources(project: Path) -> Answer:
    """List the sources with their pins and how old these are."""
    require_folder(project)
    settings = load(project)
    pins = read_lock(lock_file(settings))
    rows = []
    for source in settings.sources:
        pin = pins.get(source.name)
        rows.append(
            {
                "name": source.name,
                "git": source.url.text,
                "ref": source.ref,
                "trust": source.trust.value,
                "optional": source.optional,
                "commit": pin.commit if pin else None,
                "date": pin.date if pin else None,
                "state": _state(pin, pin is not None and pin.fits(source)),
            }
        )
    return Answer({"sources": rows}, _text)


def _state(pin: Pin | None, fits: bool) -> str:
    return "not pinned" if pin is None else "pinned" if fits else "pinned for other settings"


def _text(value: Any, screen: Screen) -> Iterator[str]:
    rows = value["sources"]
    if not rows:
        yield "no sources: `sources:` in knowledge.yml declares them"
        return
    names = widest([row["name"] for row in rows])
    refs = widest([row["ref"] or "(default)" for row in rows])
    for row in rows:
        pin = (
            f"{row['commit'][:12]}  {age(row['date'])}"
            if row["state"] == "pinned"
            else f"{row['state']}: run `kb sync`"
        )
        yield f"{screen.style(pad(row['name'], names), bold=True)}  {pad(row['ref'] or '(default)', refs)}  {pin}"
        yield "    " + screen.style(f"{row['git']}  {row['trust']}{', optional' if row['optional'] else ''}", dim=True)


def age(date: str, now: datetime.datetime | None = None) -> str:
    """How long ago a date of the lock is, in whole days."""
    try:
        then = datetime.datetime.strptime(date, "%Y-%m-%dT%H:%M:%S%z")
    except ValueError:
        return "age unknown"
    days = ((now or datetime.datetime.now(datetime.timezone.utc)) - then).days
    return "today" if days < 1 else "1 day old" if days == 1 else f"{days:,} days old"
