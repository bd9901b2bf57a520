"""Stores and queries that no one thought of: scripts, marks, odd blanks, overlapping terms, large counts."""

from __future__ import annotations

import random
from typing import Any

FRAGMENTS = (
    *("a", "aa", "ab", "b", "http", "https", "HTTP", "routing", "rout", "Router", "config", "c++", "C#", ".env"),
    *(
        "--",
        "2.9.0",
        "x_y",
        "foo(bar)",
        "](",
        "$&",
        "\\",
        "__proto__",
        "constructor",
        "検索",
        "索",
        "日本語",
        "検",
        "한국어",
    ),
    *(
        "국",
        "😀",
        "😀😀",
        "👩‍👩‍👧",
        "e\u0301",
        "é",
        "É",
        "\u0301",
        "İ",
        "i",
        "İstanbul",
        "istanbul",
        "ß",
        "ẞ",
        "STRASSE",
    ),
    *("ς", "Σ", "ΟΔΟΣ", "ﬁ", "Ⓚ", "K", "ǅ", "Ⴀ", "Ꭰ", "ꭰ", "𐐀", "𐐨", "\u1c89", "\ua7cb", "\u200b", "\ufeff"),
    *("\u001c", "\u180e", "\uff5e", "é\u0327", "𝒳"),
)
BLANKS = (" ", " ", " ", "\n", "\n\n", "\t", "\r\n", "\u0085", "\u00a0", "\u2028", "\u3000", "\v", "\r", " \n# ")
LARGE = (67, 107, 137, 276, 294, 314, 338, 340, 380, 1375)
"""Counts at which the logarithm of some platform has another last bit."""
STORES = ("repo/api", "repo/web", "project/handbook", "project/api")
FOLDERS = ("", "decisions/", "gotchas/", "conventions/", "glossary/", "odd folder/", "decisions/deep/")
NAMES = ("a", "b", "README", "ab", "ﬀ", "😀", "\uff5e", "é", "e\u0301", "A", "a b", "a#b", "a%20b", "a-b", "a.b")

CATEGORIES = (*("decisions", "gotchas", "odd folder") * 3, "conventions", "nope")
TAGS = ("http", "routing", "config", "検索検索", "istanbul")

Stores = dict[str, dict[str, bytes]]
Requests = list[dict[str, Any]]


def case(seed: int, queries: int) -> tuple[Stores, Requests]:
    """A set of stores and requests for it; the same for the same seed, on every machine."""
    return _Case(seed).made(queries)


class _Case:
    """Everything in a case is made of a few fragments, so that its queries meet its texts."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._pool = self._random.sample(FRAGMENTS, 9)

    def made(self, queries: int) -> tuple[Stores, Requests]:
        self._addresses = self._random.sample(STORES, self._random.randint(1, 3))
        stores = {address: self._store(at_least=1 - i) for i, address in enumerate(self._addresses)}
        return stores, [self._request() for _ in range(queries)]

    def _store(self, at_least: int) -> dict[str, bytes]:
        choice = self._random.choice
        size = max(at_least, choice((0, 1, 3, 6, 9)))
        store = {f"{choice(FOLDERS)}{choice(NAMES)}.md": self._entry() for _ in range(size)}
        # Copies tie in every search, so that the order of paths decides.
        for path in list(store)[:2]:
            store |= {f"{path.rpartition('/')[0] or 'gotchas'}/{name}.md": store[path] for name in ("😀", "\uff5e")}
        return store

    def _entry(self) -> bytes:
        tags = [self._tag() for _ in range(self._random.choice((0, 0, 1, 2, 3)))]
        quoted = ", ".join('"' + "".join(f"\\U{ord(char):08x}" for char in tag) + '"' for tag in tags)
        block = f"---\ntags: [{quoted}]\n---\n" if tags else ""
        return (block + "".join(self._piece() for _ in range(self._random.randint(0, 12)))).encode()

    def _tag(self) -> str:
        return self._random.choice((*TAGS, self._word()))

    def _word(self) -> str:
        return "".join(self._random.choice(self._pool) for _ in range(self._random.choice((1, 1, 2, 3))))

    def _piece(self) -> str:
        choice = self._random.choice
        kind = self._random.random()
        if kind < 0.75:
            return self._word() + choice(BLANKS)
        if kind < 0.9:
            return (choice(self._pool) + choice((" ", "", "\n"))) * choice(LARGE)
        return "".join(chr(self._code_point()) for _ in range(self._random.randint(0, 6)))

    def _code_point(self) -> int:
        code = self._random.randrange(self._random.choice((0x80, 0x3000, 0x110000)))
        return code if not 0xD800 <= code < 0xE000 else 0xFFFD

    def _request(self) -> dict[str, Any]:
        choice = self._random.choice
        terms = [choice((choice(self._pool), self._word(), choice(TAGS))) for _ in range(choice((1, 1, 2, 3, 4, 5)))]
        if self._random.random() < 0.2:
            terms.append(terms[0])
        if self._random.random() < 0.3:
            terms.insert(self._random.randint(0, len(terms)), self._typed())
        names = [*(address.partition("/")[2] for address in self._addresses), *self._addresses]
        return {
            "query": choice(BLANKS).join(terms) if self._random.random() < 0.9 else self._piece()[:300],
            "tier": choice((*["all"] * 12, "project", "repo", "Repo")),
            "filter": [choice((*names, *names, *names, "nope")) for _ in range(choice((0, 0, 0, 0, 0, 1, 2)))],
            "categories": [choice(CATEGORIES) for _ in range(choice((0, 0, 0, 0, 0, 0, 1, 2)))],
            "tags": [self._tag() for _ in range(choice((0, 0, 0, 0, 1, 2)))],
            "limit": choice((*[None] * 6, 1, 3, 0)),
            "weaker": choice((False, False, True)),
        }

    def _typed(self) -> str:
        """A phrase, a filter, or what looks like one."""
        choice = self._random.choice
        words = "".join(self._word() + choice(BLANKS) for _ in range(choice((1, 2, 2, 2, 3))))
        key, value = choice(
            (
                *(("tag", self._tag()), ("store", choice(self._addresses)), ("category", choice(CATEGORIES))),
                *(("tier", "repo"), (choice(("tier", "store", "foo", "TAG")), "nope")),
            )
        )
        quoted = choice((value, value, f'"{value}"', f'"{value}', ""))
        literal = choice(("http://x", "std::vector", "tag::x", '"', f'"{words}', f'x"{words}"'))
        return choice((f'"{words}"', f'"{words}"', f'"{words.strip()}"', f"{key}:{quoted}", literal))
