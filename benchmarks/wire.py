"""Our search as its reader gets it: bytes on the wire and milliseconds, from opening the dialog to the first answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .bench import Bench, Values
from .browser import KEY, chromium, fresh_page, settle
from .host import Host, hosted
from .percentiles import median, percentile
from .queries import phrases, spread

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCS_INDEX = "/assets/knowledge/index/docs/"
"""Documentation pages are outside what is measured."""

_RARE = 50

# Opens the dialog, notes when hits, with their excerpts, last changed on the page, and pastes the query if there is
# one: in one go, as the way from this program to the page is none of a reader's time.
_OPEN = """(query) => {
    const state = { start: performance.now(), changed: 0, answered: 0 };
    window.kbBench = state;
    document.querySelector("[data-knowledge-open]").click();
    const dialog = document.querySelector("dialog.kb-dialog");
    const note = () => {
      const now = performance.now();
      if (!dialog.querySelector("[aria-labelledby=kb-hits-knowledge] .kb-hit")) {
        const words = dialog.querySelector("[role=status]").textContent;
        if (!/^(No hits|Knowledge: no hits)/.test(words)) return;
      }
      state.changed = now;
      state.answered ||= now;
    };
    new MutationObserver(note).observe(dialog, { childList: true, characterData: true, subtree: true });
    const input = dialog.querySelector(".kb-dialog__input");
    input.focus();
    if (query === null) return;
    input.value = query;
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}"""
_SINCE = "() => kbBench.changed ? (performance.now() - kbBench.changed) / 1000 : -1"


@dataclass(frozen=True, slots=True)
class First:
    """Kilobytes, and milliseconds to the last change of the first answer; the longest task while it came."""

    size: float
    ms: float
    longest_task: float


def pasted(bench: Bench) -> Values:
    with chromium() as browser, hosted(bench.sites.ours.site) as host:
        known = [_first(browser, host, query, typed=False) for query in bench.corpus.queries.two_terms(None)]
        rare_queries = spread(bench.corpus.queries.rare, bench.sample and min(bench.sample, _RARE))
        rare = [_first(browser, host, query, typed=False) for query in rare_queries]
        phrase_queries = spread(phrases(bench.corpus.searched), bench.sample and min(bench.sample, _RARE))
        phrase = [_first(browser, host, query, typed=False) for query in phrase_queries]
    return {
        "first_bytes_p50": median(one.size for one in known),
        "first_bytes_p95": percentile([one.size for one in known], 0.95),
        "first_ms": median(one.ms for one in known),
        "rare_bytes_p95": percentile([one.size for one in rare], 0.95),
        "phrase_bytes_p50": median(one.size for one in phrase),
        "phrase_bytes_p95": percentile([one.size for one in phrase], 0.95),
    }


def typed(bench: Bench) -> Values:
    with chromium() as browser, hosted(bench.sites.ours.site) as host:
        queries = bench.corpus.queries.two_terms(bench.typed_sample)
        firsts = [_first(browser, host, query, typed=True) for query in queries]
    return typed_figures(firsts)


def typed_figures(firsts: Iterable[First]) -> Values:
    firsts = list(firsts)
    return {
        "typed_bytes_p50": median(one.size for one in firsts),
        "typed_bytes_p95": percentile([one.size for one in firsts], 0.95),
        "longest_task": max(one.longest_task for one in firsts),
    }


def _first(browser: Browser, host: Host, query: str, typed: bool) -> First:
    with fresh_page(browser, host.url) as page:
        page.wait_for_selector(".kb-button")
        mark = len(host.answers)
        page.evaluate(_OPEN, None if typed else query)
        if typed:
            page.keyboard.type(query, delay=KEY)
            typed_at = float(page.evaluate("performance.now()"))
        else:
            typed_at = 0.0

        def since_change() -> float:
            # An answer to the first letters is none to the query, which may leave the list as it is.
            last = float(page.evaluate(_SINCE))
            now = float(page.evaluate("performance.now()"))
            return min(last, (now - typed_at) / 1000)

        settle(page, host, since_change, f'"{query}"')
        return first(page, host, mark, "kbBench", DOCS_INDEX)


def first(page: Page, host: Host, mark: int, state: str, without: str = "") -> First:
    """What was asked for until the first answer had been shown; what a page fetches later in advance is not part of it.

    `state` names the page's object with `start` and `changed`.
    """
    start, changed, origin = page.evaluate(f"[{state}.start, {state}.changed, performance.timeOrigin]")
    size = host.bytes_since(mark, (origin + changed) / 1000, without)
    return First(size / 1000, changed - start, longest_task(page, start))


def longest_task(page: Page, since: float) -> float:
    """Milliseconds of the longest task that began after `since`; 0 where none took 50 or more."""
    tasks = page.evaluate("longTasks")
    return float(max((duration for start, duration in tasks if start >= since), default=0))
