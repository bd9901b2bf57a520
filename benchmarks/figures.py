"""What is measured, with the budget of each size: the one list behind the table and the JSON."""

from __future__ import annotations

from dataclasses import dataclass

OURS = "ours"
PEERS = {
    "material": "Material",
    "pagefind": "Pagefind",
    "minisearch": "MiniSearch",
    "minisearch-prefix": "MiniSearch, prefix",
    "scan": "scan",
    "zensical": "Zensical",
}
"""The names of the peers in the table. MiniSearch with prefixes is measured with MiniSearch."""

SIZES = ("S", "M", "L")
_ENTRIES = (500, 5_000)
"""Up to so many entries a corpus is held to the budgets of S, and of M."""


@dataclass(frozen=True, slots=True)
class Figure:
    """`budgets` are those of S, M and L, in `unit`; None where there is none. `against` names peers to be as good as.

    The smaller is the better, except for a share (`%`).
    """

    key: str
    label: str
    unit: str
    budgets: tuple[float | None, float | None, float | None]
    against: tuple[str, ...] = ()


def _all(value: float | None) -> tuple[float | None, float | None, float | None]:
    return value, value, value


ENGINES = ("material", "pagefind", "minisearch", "minisearch-prefix")

FIGURES = (
    Figure("build_cpu", "our share of a MkDocs build, CPU", "s", (0.4, 3, 12), ("material", "pagefind")),
    Figure("gate_cpu", "the gate in the build, CPU", "s", _all(None)),
    Figure("edit_cpu", "one entry edited, index complete again, CPU", "s", (0.2, 0.5, 2), ("zensical",)),
    Figure("build_memory", "peak memory of the build over plain MkDocs", "MB", (None, 150, 500), ("pagefind",)),
    Figure("index_bytes", "everything but excerpt text, gzip", "kB", (250, 1_400, 5_000), ("material", "minisearch")),
    Figure("total_bytes", "the whole index, gzip", "kB", _all(None)),
    Figure(
        "first_bytes_p50", "opening to the first answer, pasted, on the wire, p50", "kB", (90, 120, 130), ("pagefind",)
    ),
    Figure("first_bytes_p95", "… p95", "kB", (120, 150, 350), ("pagefind",)),
    Figure(
        "typed_bytes_p50", "opening to the first answer, typed, on the wire, p50", "kB", (None, 300, 900), ("pagefind",)
    ),
    Figure("typed_bytes_p95", "… p95", "kB", _all(None), ("pagefind",)),
    Figure("rare_bytes_p95", "opening to the answer of a rare substring, on the wire, p95", "kB", (None, 1_000, None)),
    Figure("phrase_bytes_p50", "opening to the answer of an exact phrase, on the wire, p50", "kB", _all(None)),
    Figure("phrase_bytes_p95", "… p95", "kB", _all(None)),
    Figure("first_ms", "opening to the first answer, localhost, p50", "ms", (80, 120, 300), ("pagefind",)),
    Figure("code_bytes", "JavaScript and CSS up to the first answer, gzip", "kB", _all(20)),
    Figure("all_code_bytes", "all JavaScript and CSS, gzip", "kB", _all(30)),
    Figure("page_bytes", "a page before the search is opened, on the wire, over plain Material", "kB", _all(12)),
    Figure("page_requests", "… requests", "", _all(3)),
    Figure("layout_shift", "… layout shift", "", _all(0)),
    Figure("known_p50", "warm query, known, p50", "ms", (0.2, 0.5, 1.5), ENGINES),
    Figure("known_p95", "… p95", "ms", (0.6, 1.5, 5), ENGINES),
    Figure("prefix_p95", "warm keystrokes, p95", "ms", (3, 5, 20), ("pagefind", "minisearch-prefix")),
    Figure("rare_p95", "warm query, rare substrings, p95", "ms", _all(None)),
    Figure("longest_task", "longest task on the main thread while typing", "ms", _all(50)),
    Figure("python_p95", "`Knowledge.search`, warm, p95", "ms", (None, 5, 20), ("scan",)),
    Figure("command_wall", "`kb search`, cold process", "s", (None, 0.4, 0.8), ("scan",)),
    Figure("rare_answered", "rare substrings answered", "%", _all(100), ("minisearch", "minisearch-prefix")),
    Figure("exact", "queries ranked exactly as by brute force", "%", _all(100)),
)
BY_KEY = {figure.key: figure for figure in FIGURES}

GROUPS = {
    "build": ("build_cpu", "gate_cpu", "build_memory"),
    "edit": ("edit_cpu",),
    "size": ("index_bytes", "total_bytes", "code_bytes", "all_code_bytes"),
    "page": ("page_bytes", "page_requests", "layout_shift"),
    "wire": (
        "first_bytes_p50",
        "first_bytes_p95",
        "first_ms",
        "rare_bytes_p95",
        "phrase_bytes_p50",
        "phrase_bytes_p95",
    ),
    "typed": ("typed_bytes_p50", "typed_bytes_p95", "longest_task"),
    "query": ("known_p50", "known_p95", "prefix_p95", "rare_p95", "rare_answered"),
    "python": ("python_p95", "exact"),
    "command": ("command_wall",),
}
"""What `--only` can name, with the figures of each."""


def size_of(entries: int) -> str:
    """Whose budgets a corpus is held to: S, M or L, by the number of its entries."""
    return SIZES[sum(entries > border for border in _ENTRIES)]


def budget(figure: Figure, size: str) -> float | None:
    return figure.budgets[SIZES.index(size)]


def within(figure: Figure, value: float, bound: float) -> bool:
    """Whether a value is as good as a bound, be it a budget or a peer."""
    return value >= bound if figure.unit == "%" else value <= bound
