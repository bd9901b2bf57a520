"""Queries of four kinds, from a file or drawn from the entries with a seed.

A file has a JSON object a line: `kind` (`known`, `rare`, `common`, `prefix`), `q`, for `known` `expect` (a path), for
`prefix` `seq` (the keystrokes).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from .errors import NotMeasured

KNOWN, RARE, COMMON, PREFIX = 200, 50, 50, 20
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]{5,10}")
_PHRASE = re.compile(r"\b[a-z]{3,} [a-z]{3,}\b")


class Drawn(Protocol):
    """What queries are drawn from."""

    @property
    def path(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def searched(self) -> bool: ...


@dataclass(frozen=True)
class Queries:
    """`known` holds (query, path of the expected entry); `prefix` what is in the box after each key."""

    known: tuple[tuple[str, str], ...]
    rare: tuple[str, ...]
    common: tuple[str, ...]
    prefix: tuple[tuple[str, ...], ...]

    @property
    def every(self) -> list[str]:
        """Each query once as a whole, in the order of the kinds."""
        return [*(query for query, _ in self.known), *self.rare, *self.common, *(keys[-1] for keys in self.prefix)]

    def two_terms(self, count: int | None) -> list[str]:
        """Known queries of two terms, spread over all of them; all where `count` is None."""
        return spread([query for query, _ in self.known if len(query.split()) == 2], count)


def phrases(entries: Iterable[Drawn]) -> list[str]:
    """Two words that stand beside each other in a heading, in double quotes: one phrase of each entry that has some."""
    found = (_PHRASE.search(heading.lower()) for entry in entries for heading in _HEADING.findall(entry.body)[:1])
    return list(dict.fromkeys(f'"{match[0]}"' for match in found if match))


def spread(items: Sequence[str], count: int | None) -> list[str]:
    """At most `count` items, evenly taken from all."""
    if count is None or count >= len(items):
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]


def load(file: Path) -> Queries:
    try:
        rows = [json.loads(line) for line in file.read_text("utf-8").split("\n") if line.strip()]
        by_kind = {kind: [row for row in rows if row["kind"] == kind] for kind in ("known", "rare", "common", "prefix")}
        return Queries(
            tuple((row["q"], row["expect"]) for row in by_kind["known"]),
            tuple(row["q"] for row in by_kind["rare"]),
            tuple(row["q"] for row in by_kind["common"]),
            tuple(tuple(row["seq"]) for row in by_kind["prefix"]),
        )
    except OSError as error:
        raise NotMeasured(f"the queries cannot be read from {file}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise NotMeasured(f"{file} does not hold queries, one JSON object a line: {error!r}") from None


def generate(entries: Sequence[Drawn], seed: int) -> Queries:
    """The same kinds of queries for any corpus; the same ones for the same entries and seed."""
    random = Random(seed)
    searched = [entry for entry in entries if entry.searched]
    tokens = [entry.body.lower().split() for entry in searched]
    counts = Counter(token for text in tokens for token in text)
    holders = Counter(token for text in tokens for token in set(text))

    def pick(items: Sequence[str]) -> str:
        return items[int(random.random() * len(items))]

    headings = [
        (" ".join(terms[: 1 + int(random.random() * 4)]), entry.path)
        for entry in searched
        for heading in _HEADING.findall(entry.body)
        if (terms := _WORD.findall(heading.lower()))
    ]
    known = [headings[int(random.random() * len(headings))] for _ in range(KNOWN if headings else 0)]
    rare_tokens = sorted(token for token, count in holders.items() if count == 1 and 9 <= len(token) <= 40)
    rare = []
    for _ in range(RARE if rare_tokens else 0):
        token = pick(rare_tokens)
        start = int(random.random() * (len(token) - 7))
        rare.append(token[start : start + 8])
    words = sorted(token for token in counts if _WORD.fullmatch(token))
    typed = [pick(words) for _ in range(PREFIX if words else 0)]
    common = sorted(counts, key=lambda token: (-counts[token], token))[:COMMON]
    return Queries(
        tuple(known),
        tuple(rare),
        tuple(common),
        tuple(tuple(word[: end + 1] for end in range(len(word))) for word in typed),
    )
