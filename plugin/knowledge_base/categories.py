"""The category registry: declared once; folders, READMEs, exclusion from search and tables are derived from it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .model import Category, Retrieval, category_of

README = "README.md"
OLD_README = "README.old.md"
"""Where `kb init --write-readmes` keeps what a person wrote; never an entry."""

CATEGORIES: tuple[Category, ...] = (
    Category(
        name="conventions",
        purpose="Rules that hold for every piece of work: how code is written, named, tested and reviewed here.",
        boundary="The reason behind a rule is a decision. A trap that one must know of, but that asks for no"
        " habit, is a gotcha.",
        retrieval=Retrieval.ALWAYS_APPLIED,
        entry_shape="One rule as an instruction, then when it applies and one example. Short: everyone reads all of"
        " them, every time.",
        question="What must I follow?",
    ),
    Category(
        name="glossary",
        purpose="The words of this project, so that one word means one thing to everybody.",
        boundary="How a thing is built belongs to architecture; a glossary entry says only what the word means.",
        retrieval=Retrieval.ALWAYS_APPLIED,
        entry_shape="The term as the heading, then its meaning in one or two sentences.",
        max_characters=600,
        question="What does this word mean?",
    ),
    Category(
        name="architecture",
        purpose="How the system is built and has to stay built: its parts, what each may know, what flows between"
        " them.",
        boundary="Why one way was chosen over another is a decision. A survey of what the code happens to do today"
        " is no architecture: only what new work must respect.",
        retrieval=Retrieval.LOOKED_UP,
        entry_shape="What the part is for, its boundaries, how it works with others, and what would break it. A"
        " diagram where it helps.",
        question="How is it built?",
    ),
    Category(
        name="gotchas",
        purpose="Traps: behaviour that surprises, costs time, and that reading the code does not reveal.",
        boundary="A finding that does not bite is a learning. A rule that would keep everyone out of the trap is a"
        " convention.",
        retrieval=Retrieval.LOOKED_UP,
        entry_shape="What one sees, why it happens, and what to do about it. One trap an entry.",
        question="What bites?",
    ),
    Category(
        name="learnings",
        purpose="What was found out by trying: measurements, experiments, dead ends.",
        boundary="A choice that was made because of it is a decision. A finding that catches people out is a gotcha.",
        retrieval=Retrieval.LOOKED_UP,
        entry_shape="The question, what was tried and under which conditions, the result with its numbers, and what"
        " follows from it.",
        question="What was found out?",
    ),
    Category(
        name="decisions",
        purpose="Choices and their reasons, kept so that they are neither forgotten nor argued again unawares.",
        boundary="What the choice obliges everyone to do is a convention; what was built in the end is architecture.",
        retrieval=Retrieval.LOOKED_UP,
        entry_shape="The situation, the options, the choice, and what it costs. Superseded entries stay and say by"
        " what.",
        question="Why is it so?",
    ),
)


@dataclass(frozen=True)
class Registry:
    """The categories of a project, in their order. Everything derived from them is asked here."""

    categories: tuple[Category, ...] = CATEGORIES

    def __iter__(self) -> Iterator[Category]:
        return iter(self.categories)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(category.name for category in self.categories)

    @cached_property
    def always_applied(self) -> tuple[str, ...]:
        """Names of the categories that are read in full, and so are never hits."""
        return tuple(category.name for category in self.categories if category.retrieval is Retrieval.ALWAYS_APPLIED)

    @property
    def looked_up(self) -> tuple[str, ...]:
        """Names of the categories that searches reach."""
        return tuple(category.name for category in self.categories if category.retrieval is Retrieval.LOOKED_UP)

    def is_description(self, path: str) -> bool:
        """Whether `path` is the README of a category, which describes it and is no entry of it."""
        folder, _, rest = path.removeprefix("./").partition("/")
        return rest == README and folder in self.names

    def is_always_applied(self, path: str) -> bool:
        """Whether an entry is read in full by everyone: in an always-applied category, and no description."""
        return category_of(path) in self.always_applied and not self.is_description(path)

    def is_searched(self, path: str) -> bool:
        """Whether an entry can be a hit: not in an always-applied category, not a description."""
        folder, slash, rest = path.partition("/")
        if slash and folder in self.always_applied:
            return False
        return not (rest.endswith(README) and self.is_description(path))

    def unknown(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Folders that hold entries and are no category, sorted."""
        return tuple(sorted({category_of(path) for path in paths} - {"", *self.names}))


_DIGEST = re.compile(r"\n<!-- kb: generated from the category registry, sha256 ([0-9a-f]{64}) -->\n?\Z")


def render_readme(category: Category) -> str:
    """The `README.md` of a category folder, ending with a comment that holds the digest of its text.

    The digest tells a rendered README from one that a person wrote: `is_generated`.
    """
    text = "\n".join(
        (
            f"# {category.name[:1].upper()}{category.name[1:]}",
            "",
            f"**Purpose:** {category.purpose}",
            "",
            f"**Retrieval:** {category.retrieval.value}",
            "",
            f"**Belongs elsewhere:** {category.boundary}",
            "",
            f"**Entry shape:** {category.entry_shape}{length_limit(category)}",
            "",
        )
    )
    return f"{text}\n<!-- kb: generated from the category registry, sha256 {_digest(text)} -->\n"


def length_limit(category: Category) -> str:
    """What the entry shape says about the length, after a blank; empty without a limit."""
    return f" At most {category.max_characters} characters." if category.max_characters else ""


def digest_comment(readme: str) -> re.Match[str] | None:
    """The comment at the end of a rendered README, also where the text before it has been edited."""
    return _DIGEST.search(fold(readme))


def fold(readme: str) -> str:
    """A README as it is compared: BOM and CRLF do not count."""
    return readme.removeprefix("\ufeff").replace("\r\n", "\n")


def is_generated(readme: str) -> bool:
    """Whether a README was rendered by us and not touched since; BOM and CRLF do not count as touching."""
    folded = fold(readme)
    match = _DIGEST.search(folded)
    return match is not None and _digest(folded[: match.start()]) == match[1]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
