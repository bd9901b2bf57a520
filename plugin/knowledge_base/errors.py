"""What can go wrong, as exceptions that say what, where and what to do.

    KnowledgeError            a refusal: code, message, next action
    ├── RequestError          the request or the settings are wrong: exit code 2
    │   └── SettingsError     … in a settings file, with its place
    └── OutsideError          the disk, a permission, a damaged file: exit code 3

Findings about entries are values (`model.Finding`), not exceptions: one bad file never fails a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


class KnowledgeError(Exception):
    """A refusal. `code` is stable and for programs; the rest is sentences for people."""

    exit_code = 3

    def __init__(self, code: str, message: str, next_action: str = "", resource: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.next_action = next_action
        self.resource = resource
        self.parts: tuple[KnowledgeError, ...] = ()
        """The refusals that this one stands for, if it stands for several."""

    def __str__(self) -> str:
        return f"{self.message}\n{self.next_action}" if self.next_action else self.message


class RequestError(KnowledgeError):
    """A better request or better settings would have worked."""

    exit_code = 2


class SettingsError(RequestError):
    """A settings file has the wrong shape. `place` is `file:line:column`."""

    def __init__(self, place: str, message: str, next_action: str = "") -> None:
        super().__init__("config_invalid", f"{place}: {message}", next_action, place)


class OutsideError(KnowledgeError):
    """The outside world failed: disk, permission, a file that is damaged or not ours."""


def together(errors: Sequence[KnowledgeError]) -> KnowledgeError:
    """Several refusals as one, so that one run tells them all; those of the outside world count as the graver ones."""
    if len(errors) == 1:
        return errors[0]
    outside = [error for error in errors if error.exit_code == OutsideError.exit_code]
    first = outside[0] if outside else errors[0]
    message = "\n".join(f"{error.message}; {error.next_action}" for error in errors)
    kind = OutsideError if outside else RequestError
    whole = kind(first.code, message, "mend them all, then try again", first.resource)
    whole.parts = tuple(errors)
    return whole


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word with the fewest edits to `word`, the first of equals; None if half of it would change.

    The twin of `nearest` in `assets/text.js`.
    """
    best, best_distance = None, len(word) // 2 + 1
    places = _places(word)
    for candidate in known:
        if abs(len(word) - len(candidate)) < best_distance:
            distance = _edits(places, len(word), candidate, best_distance)
            if distance < best_distance:
                best, best_distance = candidate, distance
    return best


def edits(a: str, b: str, enough: int) -> int:
    """Levenshtein distance in code points; `enough` where it is not below that."""
    return min(_edits(_places(a), len(a), b, enough), enough)


def _places(word: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for at, char in enumerate(word):
        places[char] = places.get(char, 0) | 1 << at
    return places


def _edits(places: Mapping[str, int], length: int, other: str, enough: int) -> int:
    """Levenshtein distance in code points of a word to `other`; `enough` where it is not below that.

    `places` has for each character of the word the bits of its positions: a column of the table of distances is two
    integers, the differences up and down from cell to cell (Myers 1999, with the cells of Hyyrö 2003).
    """
    if not length:
        return min(len(other), enough)
    last = 1 << length - 1
    mask = (1 << length) - 1
    up, down, distance = mask, 0, length
    for done, char in enumerate(other, 1):
        same = places.get(char, 0)
        vertical = same | down
        horizontal = (((same & up) + up) ^ up) | same
        higher = down | ~(horizontal | up)
        lower = up & horizontal
        distance += bool(higher & last) - bool(lower & last)
        if distance - (len(other) - done) >= enough:
            return enough
        higher = higher << 1 | 1
        up = (lower << 1 | ~(vertical | higher)) & mask
        down = higher & vertical & mask
    return distance


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean "x"? ` or the empty string: the start of a next action."""
    match = nearest(word[:100], known)
    return f'did you mean "{match}"? ' if match else ""
