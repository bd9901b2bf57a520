"""`knowledge.yml` as typed values, checked. `docs/reference/settings.md` lists every key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import SettingsError, did_you_mean
from ..model import TIERS, Category, Retrieval, StoreId
from . import spektacular
from .checks import CheckSettings, Limits, check_settings, limits
from .names import name_problem
from .patterns import patterns
from .search import SearchSettings, search_settings
from .sources import PageSettings, SourceSettings, inside, known_source, parse_pages, parse_sources
from .yaml_file import Value, read

FILE_NAME = "knowledge.yml"
DEFAULT_STORE = StoreId("project", "knowledge")
DEFAULT_INCLUDE = ("**/*.md",)
DEFAULT_DOCS = "docs"
READMES = ("managed", "free")
_KEYS = (
    "stores",
    "spektacular",
    "categories",
    "sources",
    "pages",
    "dates",
    "definitions",
    "docs",
    "tags",
    "entries",
    "always_applied",
    "search",
    "collapse_copies",
    "checks",
)


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """One store: where it is, what of it is read. `written` is its path as the settings have it.

    `spektacular` says that a Spektacular project declares it, and makes its folders itself. With a `source`, the
    folder `written` lies in that source and `folder` is where it would lie here. `place` is where it is declared.
    `readmes` says whether the READMEs of its categories are kept equal to the registry.
    """

    id: StoreId
    folder: Path
    written: str
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()
    spektacular: bool = False
    source: str | None = None
    always_applied: bool = False
    place: str = ""
    readmes: bool = False

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else keeps it: it lies outside the folder of the settings, or Spektacular declares it."""
        return self.spektacular or self.source is not None or not _is_inside(self.written)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `root` is the folder that relative paths start from; `file` is None without a file."""

    root: Path
    file: Path | None
    stores: tuple[StoreSettings, ...]
    categories: tuple[Category, ...] | None = None
    sources: tuple[SourceSettings, ...] = ()
    pages: tuple[PageSettings, ...] = ()
    dates: bool = False
    definitions: bool = True
    docs: str = DEFAULT_DOCS
    limits: Limits = field(default_factory=Limits)
    search: SearchSettings = field(default_factory=SearchSettings)
    collapse_copies: bool = True
    checks: CheckSettings = field(default_factory=CheckSettings)


def load(directory: str | os.PathLike[str] = ".", file_name: str = FILE_NAME) -> Settings:
    """Read the settings of a project. Without a file: one store, `project/knowledge` at `knowledge/`."""
    file = Path(directory, file_name)
    root = file.parent
    if not file.exists():
        return Settings(root, None, (_default_store(root),))
    shown = file.as_posix()
    value = read(file, shown)
    if value is None:
        return Settings(root, file, (_default_store(root),))
    keys = value.mapping(_KEYS)
    sources = {source.name: source for source in parse_sources(keys["sources"])} if "sources" in keys else {}
    stores: list[StoreSettings] = []
    if "spektacular" in keys:
        config = root / keys["spektacular"].text()
        if not os.path.isfile(config):
            raise keys["spektacular"].fail(
                f"there is no file {config.as_posix()}", "name the config.yaml of the Spektacular project"
            )
        stores += [
            StoreSettings(id_, folder, _relative(folder, root), spektacular=True)
            for id_, folder in spektacular.stores(config)
        ]
    if "stores" in keys:
        stores += [_store(item, root, sources) for item in keys["stores"].sequence()]
    if not keys.keys() & {"stores", "spektacular"}:
        stores = [_default_store(root)]
    if not stores:
        raise value.fail("no store is declared", "add one under `stores:`")
    _refuse_duplicates(stores, keys.get("stores", value))
    categories = _categories(keys["categories"]) if "categories" in keys else None
    return Settings(
        root,
        file,
        tuple(stores),
        categories,
        tuple(sources.values()),
        parse_pages(keys["pages"], sources) if "pages" in keys else (),
        "dates" in keys and keys["dates"].boolean(),
        "definitions" not in keys or keys["definitions"].boolean(),
        Path(keys["docs"].text()).as_posix() if "docs" in keys else DEFAULT_DOCS,
        limits(keys),
        search_settings(keys),
        "collapse_copies" not in keys or keys["collapse_copies"].boolean(),
        check_settings(keys),
    )


def _default_store(root: Path) -> StoreSettings:
    return StoreSettings(DEFAULT_STORE, root / "knowledge", "knowledge", readmes=True)


def _relative(folder: Path, root: Path) -> str:
    return Path(os.path.relpath(folder, root)).as_posix()


def _store(item: Value, root: Path, sources: Mapping[str, SourceSettings]) -> StoreSettings:
    keys = item.mapping(("tier", "name", "path", "include", "exclude", "source", "always_applied", "readmes"))
    item.require(keys, "tier", "name", "path")
    tier = keys["tier"].text()
    if tier not in TIERS:
        raise keys["tier"].fail(f'unknown tier "{tier}"', f"{did_you_mean(tier, TIERS)}tiers: {', '.join(TIERS)}")
    name = keys["name"].text()
    if problem := name_problem(name):
        raise keys["name"].fail(f'the store name "{name}" {problem}', "choose a plain name: letters, digits, - and _")
    source = known_source(keys["source"], sources) if "source" in keys else None
    written = keys["path"].text() if source is None else inside(keys["path"])
    return StoreSettings(
        StoreId(tier, name),
        root / written,
        Path(written).as_posix(),
        patterns(keys["include"]) if "include" in keys else DEFAULT_INCLUDE,
        patterns(keys["exclude"]) if "exclude" in keys else (),
        source=source,
        always_applied="always_applied" in keys and _allows(keys["always_applied"], source),
        place=item.place,
        readmes=keys["readmes"].one_of(READMES) == "managed"
        if "readmes" in keys
        else not source and _is_inside(written),
    )


def _allows(value: Value, source: str | None) -> bool:
    """`always_applied: allow`; only a store of a source can need it."""
    text = value.text()
    if text != "allow":
        raise value.fail(f'always_applied is "allow" or left out, not "{text}"', 'write "always_applied: allow"')
    if source is None:
        raise value.fail("always_applied is for a store with a source", "leave it out: this store is one's own")
    return True


def _is_inside(written: str) -> bool:
    """Whether a path stays in the folder of the settings: what lies elsewhere belongs to somebody else."""
    path = Path(os.path.normpath(written))
    return not path.is_absolute() and path.parts[:1] != ("..",)


def _refuse_duplicates(stores: list[StoreSettings], value: Value) -> None:
    seen: set[StoreId] = set()
    for store in stores:
        if store.id in seen:
            raise SettingsError(
                value.fail("").resource or "",
                f'two knowledge stores are named "{store.id.name}" in the "{store.id.tier}" tier',
                f'give each store in the "{store.id.tier}" tier a name of its own',
            )
        seen.add(store.id)


def _categories(value: Value) -> tuple[Category, ...]:
    fields = ("name", "purpose", "boundary", "retrieval", "entry_shape", "max_characters", "question")
    found: dict[str, Category] = {}
    for item in value.sequence():
        keys = item.mapping(fields)
        item.require(keys, "name", "purpose", "retrieval", "entry_shape")
        name = keys["name"].text()
        if problem := name_problem(name):
            raise keys["name"].fail(f'the category name "{name}" {problem}', "choose the name of a folder")
        if name in found:
            raise keys["name"].fail(f'category "{name}" is listed twice', "keep one of them")
        retrieval = keys["retrieval"].text()
        kinds = [kind.value for kind in Retrieval]
        if retrieval not in kinds:
            raise keys["retrieval"].fail(
                f'unknown retrieval "{retrieval}"',
                f"{did_you_mean(retrieval, kinds)}retrievals: {', '.join(kinds)}",
            )
        found[name] = Category(
            name,
            keys["purpose"].text(),
            keys["boundary"].text() if "boundary" in keys else "",
            Retrieval(retrieval),
            keys["entry_shape"].text(),
            keys["max_characters"].count() if "max_characters" in keys else None,
            keys["question"].text() if "question" in keys else "",
        )
    if not any(category.retrieval is Retrieval.LOOKED_UP for category in found.values()):
        raise value.fail(
            "no category is looked up, so that no search could find anything",
            'give at least one category "retrieval: looked-up"',
        )
    return tuple(found.values())
