"""Which function measures what, for us and for each peer; what cannot be measured is told and left out."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from . import ours, page, wire
from .bench import Bench, Values
from .errors import NotMeasured
from .figures import OURS, PEERS
from .peers import material, minisearch, pagefind, scan, zensical

CHOICES = tuple(name for name in PEERS if name != "minisearch-prefix")

Measure = Callable[[Bench], dict[str, Values]]


def _ours(measure: Callable[[Bench], Values]) -> Measure:
    return lambda bench: {OURS: measure(bench)}


# Group, whose figures they are, function. What one function measures for two groups runs once.
_MEASURES: tuple[tuple[tuple[str, ...], str, Measure], ...] = (
    (("build",), OURS, _ours(ours.build)),
    (("build",), "material", material.build),
    (("build",), "pagefind", pagefind.build),
    (("size",), OURS, _ours(ours.size)),
    (("size",), "material", material.size),
    (("size",), "pagefind", pagefind.size),
    (("page",), OURS, page.measure),
    (("wire",), OURS, _ours(wire.pasted)),
    (("wire",), "pagefind", pagefind.pasted),
    (("typed",), OURS, _ours(wire.typed)),
    (("typed",), "pagefind", pagefind.typed),
    (("query",), OURS, _ours(ours.query)),
    (("build", "size", "query"), "minisearch", minisearch.measure),
    (("query",), "scan", scan.query),
    (("query",), "pagefind", pagefind.query),
    (("query",), "material", material.query),
    (("python",), OURS, ours.python_search),
    (("command",), OURS, ours.command),
    # Last: these change the store, which every other measurement reads.
    (("edit",), OURS, _ours(ours.edit)),
    (("edit",), "zensical", zensical.edit),
)


@dataclass
class Measured:
    """Values by figure and by who was measured; a sentence for everything that was not."""

    values: dict[str, dict[str, float]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    stopped: bool = False

    def add(self, who: str, values: Values) -> None:
        for key, value in values.items():
            self.values.setdefault(key, {})[who] = value


def measure(bench: Bench, groups: Collection[str], peers: Collection[str]) -> Measured:
    measured = Measured()
    for label, function in _asked(groups, peers):
        start = time.monotonic()
        _say(f"{bench.corpus.name}: {label} …")
        try:
            for who, values in function(bench).items():
                measured.add(who, values)
        except NotMeasured as error:
            measured.missing.append(f"{label}: {error}")
            _say(f"  not measured: {error}")
        except KeyboardInterrupt:
            measured.missing.append(f"{label} and what comes after: stopped")
            measured.stopped = True
            break
        else:
            _say(f"  {time.monotonic() - start:.0f} s")
    return measured


def _asked(groups: Collection[str], peers: Collection[str]) -> Iterator[tuple[str, Measure]]:
    for named, who, function in _MEASURES:
        wanted = [group for group in named if group in groups]
        if wanted and (who == OURS or who in peers):
            yield f"{', '.join(wanted)} of {PEERS.get(who, who)}", function


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
