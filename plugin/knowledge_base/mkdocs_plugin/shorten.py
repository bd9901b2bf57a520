"""Short names for what our scripts declare, in all of them together: the same programs in fewer bytes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from string import ascii_letters

from .slim import LITERAL

_TOKEN = re.compile(rf"({LITERAL})|(?<![\w$])[A-Za-z_$][\w$]*")
_DECLARED = re.compile(r"\blet (\w+)(?=[=;]| of )|(?<=\()(\w+)(?=(?:,\w+)?\)=>)|(?<=,)(\w+)(?=\)=>)")
# Where a word may be the name of a property: after a dot, before a colon, in braces, or as that of a method.
_PROPERTY = re.compile(r"(?<=\.)\w+|\w+(?=:)|(?<=[{,])\w+(?=[,}=])|\w+(?=\([^()]*\)\{)")


def shorten(scripts: Mapping[str, str]) -> dict[str, str]:
    """The same slimmed scripts, by the same keys.

    A name that a script declares is changed if each time that it stands in any of them it is that of a variable: then
    changing it everywhere in this script to a word that stands in none of them changes nothing else, whatever the
    scopes are.
    """
    code = "\n".join(scripts.values())
    templates = " ".join(found[1] for found in _TOKEN.finditer(code) if found[1] and found[1].startswith("`"))
    words = Counter(found[0] for found in _TOKEN.finditer(code) if not found[1])
    kept = {*_PROPERTY.findall(code), *re.findall(r"\w+", templates)}
    declared = {key: set(chain(*_DECLARED.findall(script))) - kept for key, script in scripts.items()}
    names = set().union(*declared.values()) - {""}
    free = (name for name in _names() if name not in words and name not in kept)
    short = {name: next(free) for name, _ in words.most_common() if name in names}
    return {key: _renamed(scripts[key], {name: short[name] for name in own & names}) for key, own in declared.items()}


def _renamed(script: str, names: Mapping[str, str]) -> str:
    return _TOKEN.sub(lambda found: names.get(found[0], found[0]), script)


def _names() -> Iterator[str]:
    yield from ascii_letters
    yield from (f"{letter}{digit}" for digit in range(10) for letter in ascii_letters)
