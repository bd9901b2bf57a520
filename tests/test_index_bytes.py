"""The index of the same stores has the same bytes on every machine and from every Python."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, SHARED, write_tree

import knowledge_base

STORES = {
    "project/handbook": {
        "gotchas/a.md": "---\ntags: [http, Routing]\nowner: ann\n---\n# One\nhttp routing c++ İ ΟΔΟΣ 日本語\n",
        "conventions/README.md": "# Conventions\n",
        "decisions/</script>🙂.md": "\ufeff# Two\r\n</script><script>alert(1)</script>\u2028\u2029 __proto__\r\n",
        "notes/é.md": "",
    },
    "repo/api": {f"learnings/{i}.md": f"word{i} common {'x ' * i}\n" for i in range(150)},
}

BUILD = """
import sys
from pathlib import Path
import knowledge_base
from knowledge_base.index import write_directory
write_directory(Path(sys.argv[2]), knowledge_base.open(sys.argv[1]).index_files())
"""


def real_project(folder: Path) -> Path:
    """A project folder that `knowledge_base.open` reads: the stores above, with settings."""
    lines = ["stores:"]
    for address, files in STORES.items():
        tier, _, name = address.partition("/")
        lines.append(f"  - {{tier: {tier}, name: {name}, path: {name}}}")
        write_tree(folder / name, files)
    write_tree(folder, {"knowledge.yml": "\n".join(lines)})
    return folder


def build(project: Path, directory: Path, python: str = sys.executable, **environment: str) -> dict[str, bytes]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
    subprocess.run(
        [python, "-c", BUILD, str(project), str(directory)],
        check=True,
        cwd=directory.parent,
        env=inherited | environment,
    )
    return {file.name: file.read_bytes() for file in directory.iterdir()}


def test_the_same_bytes_twice_and_under_other_circumstances(tmp_path: Path) -> None:
    project = real_project(tmp_path / "one")
    expected = build(project, tmp_path / "a", PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C.UTF-8")
    assert build(project, tmp_path / "b", PYTHONHASHSEED="2", TZ="Asia/Kolkata", LC_ALL="C") == expected
    assert build(project, tmp_path / "c", PYTHONHASHSEED="3", TZ="America/St_Johns", LC_ALL="tr_TR.UTF-8") == expected
    elsewhere = real_project(tmp_path / "another folder" / "é" / "two")
    for file in elsewhere.rglob("*.md"):
        os.utime(file, (0, 0))
    assert build(elsewhere, tmp_path / "d", PYTHONOPTIMIZE="2") == expected
    assert len(expected) > 10


def test_the_same_bytes_whatever_the_order_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = real_project(tmp_path)
    expected = knowledge_base.open(project).index_files()
    scan = os.scandir
    shuffle = random.Random(7).shuffle

    class Shuffled:
        """What `os.scandir` gives: an iterator that can be closed."""

        def __init__(self, path: Any) -> None:
            with scan(path) as entries:
                self.entries = list(entries)
            shuffle(self.entries)

        def __iter__(self) -> Shuffled:
            return self

        def __next__(self) -> os.DirEntry[str]:
            if not self.entries:
                raise StopIteration
            return self.entries.pop()

        def __enter__(self) -> Shuffled:
            return self

        def __exit__(self, *_: object) -> None:
            self.entries.clear()

    monkeypatch.setattr(os, "scandir", Shuffled)
    assert [knowledge_base.open(project).index_files() for _ in range(3)] == [expected] * 3


def other_pythons() -> dict[str, str]:
    """Interpreters of other versions that we support, by version: beside the running one, or on the path."""
    found = {}
    for minor in range(10, 20):
        version = f"3.{minor}"
        beside = Path(sys.base_prefix).parent.glob(f"*/bin/python{version}")
        for candidate in [*map(str, sorted(beside)), f"python{version}"]:
            try:
                told = subprocess.run(
                    [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
                    capture_output=True, text=True, check=False,
                ).stdout.strip()  # fmt: skip
            except OSError:
                continue
            if told == version and version != f"{sys.version_info[0]}.{sys.version_info[1]}":
                found[version] = candidate
                break
    return found


def test_the_same_bytes_from_another_python(tmp_path: Path) -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python is installed")
    # Our packages are pure Python, or fall back to it: the other interpreter can use those of this one.
    packages = os.pathsep.join([str(ROOT / "plugin"), *(path for path in sys.path if path.endswith("site-packages"))])
    project = real_project(tmp_path / "project")
    expected = build(project, tmp_path / "expected")
    for version, python in pythons.items():
        directory = tmp_path / version
        assert build(project, directory, python, PYTHONPATH=packages, PYTHONDONTWRITEBYTECODE="1") == expected, version


def test_the_same_bytes_of_real_stores(tmp_path: Path) -> None:
    archive = SHARED / "corpora" / "K.tar.xz"
    if not archive.is_file():
        pytest.skip(f"there is no corpus at {archive}")
    for copy in ("one", "two"):
        (tmp_path / copy).mkdir()
        subprocess.run(["tar", "-xJf", str(archive), "-C", str(tmp_path / copy)], check=True)
        write_tree(
            tmp_path / copy,
            {
                "knowledge.yml": "stores:\n"
                "  - {tier: repo, name: spektacular, path: K/repo-spektacular}\n"
                "  - {tier: repo, name: website, path: K/repo-website}\n"
                "  - {tier: project, name: history, path: K/project-history}\n"
                "  - {tier: project, name: website, path: K/project-website}\n"
            },
        )
    expected = build(tmp_path / "one", tmp_path / "a", PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C.UTF-8")
    assert build(tmp_path / "two", tmp_path / "b", PYTHONHASHSEED="2", TZ="Asia/Kolkata", LC_ALL="C") == expected
    for version, python in other_pythons().items():
        packages = [str(ROOT / "plugin"), *(path for path in sys.path if path.endswith("site-packages"))]
        found = build(
            tmp_path / "two", tmp_path / version, python,
            PYTHONPATH=os.pathsep.join(packages), PYTHONDONTWRITEBYTECODE="1",
        )  # fmt: skip
        assert found == expected, version
