"""The builder: after any edits its files are those of a build from nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.parity.generated import BLANKS, FRAGMENTS

from knowledge_base import StoreId
from knowledge_base.categories import CATEGORIES, Registry
from knowledge_base.index import Builder, DamagedError
from knowledge_base.stores import MemoryStore

CONSTANTS = {"one": 1, "half": 0.5}
PLAIN = ("route", "routes", "routing", "reroute", "out", "in", "built-in", "(built-in)", "re-built-in", "x.y.z", "the")
ODD = (*PLAIN, *FRAGMENTS, "abc" * 9, "日本a語", "00ff" * 8, "a\x1cb", "--", "—“quoted”—")


class Team:
    """Stores of files that edits change, and the index of them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.files = [
            {f"{folder}/{name}.md": self.text() for folder in ("gotchas", "conventions") for name in range(size)}
            for size in (45, 3)
        ]
        self.files[0]["gotchas/README.md"] = "# Gotchas\n"
        self.read: list[str] = []
        self.builder = Builder()

    def text(self) -> str:
        choice = self.random.choice
        pool = PLAIN if self.random.random() < 0.5 else ODD
        words = (choice(pool) + choice(BLANKS) for _ in range(choice((0, 3, 30))))
        head = f"---\ntags: [{choice(('http', 'routing', 'é'))}]\n---\n" if self.random.random() < 0.3 else ""
        return head + choice(("", "# The routing of re-built-in parts\n")) + "".join(words)

    def edit(self) -> str:
        """Change one entry; gives its path."""
        files = self.random.choice(self.files)
        path = self.random.choice(list(files))
        words = files[path].split(" ")
        at = self.random.randrange(len(words) + 1)
        kind = self.random.randrange(6)
        if kind == 0:
            files[path] = self.text()
        elif kind == 1:
            files[path] = ""
        elif kind == 2:
            files[path] = f"## {self.random.choice(ODD)}\n\n{files[path]}"
        elif kind == 3:
            files[path] = " ".join((*words[:at], *words[at + 1 :]))
        else:
            files[path] = " ".join((*words[:at], self.random.choice(ODD), *words[at:]))
        return path

    def stores(self) -> list[tuple[StoreId, MemoryStore]]:
        return [
            (StoreId("repo", str(number)), Watched({path: text.encode() for path, text in files.items()}, self.read))
            for number, files in enumerate(self.files)
        ]

    def update(self) -> dict[str, bytes]:
        self.read.clear()
        return self.builder.update(self.stores(), Registry(), CONSTANTS)

    def from_nothing(self) -> dict[str, bytes]:
        return Builder().update(self.stores(), Registry(), CONSTANTS)


class Watched(MemoryStore):
    """Tells which entries were read."""

    def __init__(self, files: dict[str, bytes], read: list[str]) -> None:
        super().__init__(files)
        self._read = read

    def read(self, path: str) -> str:
        self._read.append(path)
        return super().read(path)


@pytest.mark.parametrize("seed", range(8))
def test_edits_give_the_files_of_a_build_from_nothing(seed: int) -> None:
    team = Team(seed)
    assert team.update() == team.from_nothing()
    for step in range(12):
        edited = {team.edit() for _ in range(team.random.choice((1, 1, 2, 5)))}
        found = team.update()
        assert set(team.read) <= edited
        assert found == team.from_nothing(), (seed, step)
        if step % 3 == 0:
            team.builder = Builder.loads(team.builder.dumps())


def test_an_edit_makes_few_files_anew() -> None:
    team = Team(0)
    for number in range(3000):
        team.files[0]["gotchas/0.md"] += f" word{number * 7919 % 3001:x} of-{number % 1000:x}"
    before = team.update()
    team.files[0]["gotchas/1.md"] += " wordly"
    after = team.update()
    assert after == team.from_nothing()
    assert len(before) > 20
    assert len(after.keys() - before.keys()) < 8


def test_other_entries_stores_categories_constants_and_pages() -> None:
    team = Team(1)
    team.update()
    team.files[0]["gotchas/new.md"] = "# New routes\n"
    assert team.update() == team.from_nothing()
    del team.files[0]["gotchas/5.md"]
    assert team.update() == team.from_nothing()
    team.files.reverse()
    assert team.update() == team.from_nothing()
    stores, registry = team.stores(), Registry(CATEGORIES[2:])
    pages = [f"somewhere/{number}/" for number in range(sum(map(len, team.files)))]
    for asked in ((registry, CONSTANTS, None), (registry, {"one": 2}, None), (registry, {"one": 2}, pages)):
        assert team.builder.update(stores, *asked) == Builder().update(stores, *asked)
    team.edit()
    assert team.builder.update(team.stores(), *asked) == Builder().update(team.stores(), *asked)


def test_a_long_entry_and_many_entries() -> None:
    team = Team(2)
    team.files[1]["gotchas/0.md"] = "".join(f"token{number} " for number in range(100_000))
    assert team.update() == team.from_nothing()
    team.files[1]["gotchas/0.md"] += "more 検索"
    assert team.update() == team.from_nothing()
    for files in team.files:
        for path in files:
            files[path] = team.text()
    assert team.update() == team.from_nothing()


def test_a_store_that_fails_leaves_a_builder_that_works() -> None:
    class Broken(MemoryStore):
        def read(self, path: str) -> str:
            raise OSError(path)

    team = Team(3)
    team.update()
    team.files[0]["gotchas/1.md"] = "# Routes\n"
    broken: Sequence[tuple[StoreId, MemoryStore]] = [
        (StoreId("repo", str(number)), Broken({path: text.encode() for path, text in files.items()}))
        for number, files in enumerate(team.files)
    ]
    with pytest.raises(OSError, match=r"gotchas/1\.md"):
        team.builder.update(broken, Registry(), CONSTANTS)
    assert team.update() == team.from_nothing()


def test_what_was_dumped_is_loaded_whole_or_refused() -> None:
    team = Team(4)
    team.update()
    dumped = team.builder.dumps()
    for damaged in (b"", dumped[:-1], dumped + b"\0", dumped[1:], b"\0" * len(dumped)):
        with pytest.raises(DamagedError):
            Builder.loads(damaged)
    for at in (0, 40, 70, len(dumped) // 2, len(dumped) - 1):
        with pytest.raises(DamagedError):
            Builder.loads(dumped[:at] + bytes([dumped[at] ^ 1]) + dumped[at + 1 :])
    team.builder = Builder.loads(dumped)
    found = team.update()
    assert team.read == []
    assert found == team.from_nothing()


def test_nothing_can_be_dumped_before_something_is_built() -> None:
    with pytest.raises(ValueError, match="nothing was built yet"):
        Builder().dumps()
