"""The values that flow between the layers: frozen, without behaviour beyond naming themselves.

source → store → entry → evidence → score → hit: `docs/contribute/from-query-to-hit.md` follows one query through them.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


class Retrieval(str, enum.Enum):
    """How the entries of a category reach a reader."""

    ALWAYS_APPLIED = "always-applied"
    LOOKED_UP = "looked-up"


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of knowledge, as the registry declares it. `max_characters` limits the body of an entry.

    `question` is what a reader asks who will find the answer here.
    """

    name: str
    purpose: str
    boundary: str
    retrieval: Retrieval
    entry_shape: str
    max_characters: int | None = None
    question: str = ""


TIER_MEANING = {
    "project": "belong to the whole project: shared by everyone who works on it",
    "repo": "belong to one repository, and lie in it",
}
TIERS = tuple(TIER_MEANING)


@dataclass(frozen=True, slots=True, order=True)
class StoreId:
    """A store is addressed by tier and name together."""

    tier: str
    name: str

    def __str__(self) -> str:
        return f"{self.tier}/{self.name}"


@dataclass(frozen=True, slots=True)
class Address:
    """Where an entry is: `TIER/NAME:PATH`, the only written form."""

    store: StoreId
    path: str

    def __str__(self) -> str:
        return f"{self.store}:{self.path}"


def category_of(path: str) -> str:
    """The first folder of a store-relative path; empty for an entry at the root of its store."""
    folder, slash, _ = path.partition("/")
    return folder if slash else ""


@dataclass(frozen=True, slots=True)
class EntryInfo:
    """What a store says about one entry. `excerpts` is empty where no terms were asked for."""

    path: str
    title: str
    tags: tuple[str, ...]
    checksum: str
    excerpts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the terms of a query matched in one entry: no judgement, no address.

    `counts` holds one number per term, in the order of the query, duplicates and zeros included.
    """

    path: str
    counts: tuple[int, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a search: any of the tiers, stores (NAME or TIER/NAME) and categories, and all of the tags."""

    tier: tuple[str, ...] = ()
    store: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """What was typed: terms in order, a phrase being one term with single blanks, and filters."""

    terms: tuple[str, ...]
    filters: Filters


@dataclass(frozen=True, slots=True)
class TermEvidence:
    """One term of a query in one hit: its count in the body, its affinity to a tag, its score."""

    term: str
    count: int
    affinity: float
    score: float


@dataclass(frozen=True, slots=True)
class Score:
    """A score and its parts: `value == sum of the term scores × coverage²`, summed left to right."""

    value: float
    coverage: float
    evidence: tuple[TermEvidence, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers a query, with all that explains its place. `copies` are the other places of its bytes."""

    tier: str
    name: str
    path: str
    category: str
    title: str
    score: float
    tags: tuple[str, ...]
    checksum: str
    excerpts: tuple[str, ...]
    evidence: tuple[TermEvidence, ...]
    coverage: float
    missing: tuple[str, ...]
    copies: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Facet:
    """A value of a filter, and how many hits the search has with it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class HeldEntry:
    """An always-applied entry, and which of the terms of a query it holds."""

    address: Address
    title: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An answer. `total` and `dropped` count hits at or above, and below, the cutoff, before any limit."""

    query: str
    terms: tuple[str, ...]
    filters: Filters
    total: int
    dropped: int
    hits: tuple[Hit, ...]


class Severity(str, enum.Enum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Rule(str, enum.Enum):
    """The rules that a finding can name. A number is never used again for another rule."""

    NOT_UTF8 = "KB001"
    BINARY = "KB002"
    UNREADABLE = "KB003"
    LINKED_FOLDER = "KB004"
    LINK_OUTSIDE = "KB005"
    FRONTMATTER_IGNORED = "KB006"
    UNKNOWN_CATEGORY = "KB007"
    IGNORE_DIALECT = "KB008"
    DEAD_LINK = "KB009"
    ADDRESS_COLLISION = "KB010"
    README_MISSING = "KB011"
    README_STALE = "KB012"
    README_BY_HAND = "KB013"
    README_EDITED = "KB014"
    CATEGORY_WITHOUT_FOLDER = "KB015"
    OUTSIDE_CATEGORIES = "KB016"
    BLOCK_STALE = "KB020"
    BLOCK_BROKEN = "KB021"
    FRONTMATTER_UNCLOSED = "KB030"
    PROSE_AS_METADATA = "KB031"
    BYTE_ORDER_MARK = "KB032"
    CARRIAGE_RETURN = "KB033"
    TAG_UNKNOWN = "KB040"
    TAG_FORM = "KB041"
    TAG_TWICE = "KB042"
    TAG_REDUNDANT = "KB043"
    TAG_ONCE = "KB044"
    TAG_UNSEARCHED = "KB045"
    TAGS_TOO_MANY = "KB046"
    TAGS_MISSING = "KB047"
    EMPTY_ENTRY = "KB050"
    NO_TITLE = "KB051"
    TITLE_TWICE = "KB052"
    COPY = "KB053"
    NAME_COLLISION = "KB054"
    ENTRY_TOO_LONG = "KB055"
    ALWAYS_APPLIED_TOO_LARGE = "KB056"
    FILE_TOO_LARGE = "KB057"
    HIDDEN_CHARACTERS = "KB058"
    DEAD_ANCHOR = "KB060"
    LOCK_STALE = "KB070"
    SOURCE_REFUSED = "KB071"
    LFS_POINTER = "KB072"
    STORES_OVERLAP = "KB080"
    SUPPRESSION_WITHOUT_REASON = "KB090"
    SUPPRESSION_UNUSED = "KB091"
    LINK_OUT_OF_SOURCE = "KB100"
    PATH_COLLISION = "KB101"
    SUBMODULE = "KB102"
    SOURCE_LEFT_OUT = "KB103"


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a file: `path` as a person would type it; line and column start at 1 and count code points.

    `end_column` is the column after the last character of the spot, on the same line.
    """

    path: str
    line: int | None = None
    column: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True)
class Finding:
    """A departure from what is declared. It holds facts; reporters hold the words."""

    rule: Rule
    severity: Severity
    place: Place
    facts: Mapping[str, str] = field(default_factory=dict)
