"""What is typed, as terms and filters. The twin of `parse` in `assets/text.js`; vectors: `tests/vectors/query.json`.

`docs/reference/ranking.md` has the rules. No rule touches a query that the reference program answers in another way.
"""

from __future__ import annotations

import re
from dataclasses import fields

from .model import Filters, Query
from .text import character_class, fold_blanks, lower, normalise_tags
from .text.unicode import WHITESPACE

KEYS = tuple(field.name for field in fields(Filters))

_BLANK = character_class(WHITESPACE)
_QUOTED = f'"(?P<{{name}}>{{start}}[^"]*)"(?![^{_BLANK}])'
_VALUE = _QUOTED.format(name="quoted", start=f'[{_BLANK}]*[^"{_BLANK}]')
_PHRASE = _QUOTED.format(name="phrase", start=f'[{_BLANK}]*[^"{_BLANK}]+[{_BLANK}]+[^"{_BLANK}]')
# Each alternative ends at a blank, so that each match starts after one.
_TYPED = re.compile(
    f'(?P<key>{"|".join(KEYS)}):(?:{_VALUE}|(?P<plain>[^":{_BLANK}][^{_BLANK}]*))|{_PHRASE}|[^{_BLANK}]+'
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def parse(query: str, given: Filters | None = None) -> Query:
    """The terms of a query, lower-cased, duplicates and punctuation kept, and its filters behind those `given`."""
    terms = []
    wanted = {key: list(getattr(given, key, ())) for key in KEYS}
    for match in _TYPED.finditer(_SURROGATES.sub("\ufffd", query)):
        if key := match["key"]:
            wanted[key].append(match["quoted"] or match["plain"])
        else:
            terms.append(lower(fold_blanks(match["phrase"] or match[0])))
    tier, store, category = (tuple(dict.fromkeys(wanted[key])) for key in ("tier", "store", "category"))
    return Query(tuple(terms), Filters(tier, store, category, normalise_tags(wanted["tag"])))
