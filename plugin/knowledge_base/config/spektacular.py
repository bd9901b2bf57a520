"""The stores of a Spektacular project, from its own `config.yaml` and `repo.yaml`."""

from __future__ import annotations

import os
from pathlib import Path

from ..model import StoreId
from .yaml_file import Value, read


def stores(config: Path) -> list[tuple[StoreId, Path]]:
    """Registered repositories first, in their order, then the project's shared stores: the order that breaks ties.

    Locations are relative to the folder of the file that names them. Keys that are not about knowledge are not read.
    """
    root = read(config, config.as_posix(), dict(os.environ))
    keys = root.mapping() if root is not None else {}
    found = [_repo(item, config.parent) for item in _list(keys.get("repos"))]
    sources = keys["knowledge"].mapping().get("sources") if "knowledge" in keys else None
    for item in _list(sources):
        source = item.mapping()
        item.require(source, "name", "config")
        _refuse_other_provider(source)
        location = source["config"].mapping()
        source["config"].require(location, "location")
        name = source["name"].text()
        found.append((StoreId("project", name), config.parent / location["location"].text()))
    return found


def _repo(item: Value, folder: Path) -> tuple[StoreId, Path]:
    keys = item.mapping()
    item.require(keys, "name")
    where = keys.get("location") or keys.get("local")
    if where is None:
        raise item.fail('a repository lacks the key "location"', 'add "location: …" to it')
    repo_file = folder / where.text() / "repo.yaml"
    if not os.path.isfile(repo_file):
        raise where.fail(
            f"there is no file {repo_file.as_posix()}",
            "correct the location, or register the repository again with Spektacular",
        )
    location = "knowledge"
    root = read(repo_file, repo_file.as_posix(), dict(os.environ))
    knowledge = root.mapping().get("knowledge") if root is not None else None
    if knowledge is not None and not knowledge.is_null:
        block = knowledge.mapping()
        _refuse_other_provider(block)
        settings = block["config"].mapping() if "config" in block else {}
        if "location" in settings:
            location = settings["location"].text()
    return StoreId("repo", keys["name"].text()), repo_file.parent / location


def _list(value: Value | None) -> list[Value]:
    return [] if value is None or value.is_null else value.sequence()


def _refuse_other_provider(block: dict[str, Value]) -> None:
    if "provider" in block and block["provider"].text() != "file":
        raise block["provider"].fail(f'the provider "{block["provider"].text()}" cannot be read', 'only "file" can')
