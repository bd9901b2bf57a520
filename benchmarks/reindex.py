"""`kb index` in a process of its own: `python -m benchmarks.reindex PROJECT OUT` prints, last, the CPU seconds it took.

The time is that of the command, without the start of Python and its imports.
"""

from __future__ import annotations

import resource
import sys

import knowledge_base.cli.index  # noqa: F401 - the command imports it only when it runs
from knowledge_base.cli import main as kb


def _cpu() -> float:
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def main() -> None:
    project, out = sys.argv[1:]
    start = _cpu()
    try:
        kb(["-C", project, "index", out])
    except SystemExit as end:
        if end.code:
            raise
    print(_cpu() - start)


if __name__ == "__main__":
    main()
