"""The wheel: what it holds, and that `kb` runs from it with nothing but the declared dependencies beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "plugin" / "knowledge_base"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    result = subprocess.run(build, capture_output=True, check=False, timeout=120, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    (found,) = out.glob("*.whl")
    return found


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    metadata = {name for name in names if ".dist-info/" in name}
    package = {
        file.relative_to(PACKAGE.parent).as_posix()
        for file in PACKAGE.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert names - metadata == package
    assert {name.split("/", 1)[1] for name in metadata} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }
    kinds = {Path(name).suffix for name in package}
    assert kinds <= {".py", ".js", ".css", ".html", ".md", ".xml", ".yml", ".json", ".typed", ""}, sorted(kinds)
    assert "knowledge_base/config/knowledge.schema.json" in package


def _requirements(name: str) -> Iterator[str]:
    """The distributions that `name` needs on this Python without any extra, and those that they need."""
    for written in distribution(name).requires or []:
        requirement = Requirement(written)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement.name
            yield from _requirements(requirement.name)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the unpacked wheel and links to its dependencies: all that Python gets to see."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    for name in set(_requirements("mkdocs-knowledge")):
        for file in distribution(name).files or []:
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (folder / top).exists():
                (folder / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    return folder


def test_kb_runs_without_mkdocs_and_mcp(installed: Path, tmp_path: Path) -> None:
    def kb(*arguments: str) -> str:
        script = "from knowledge_base.cli import main; main()"
        result = subprocess.run(
            [sys.executable, "-S", "-B", "-c", script, *arguments],
            capture_output=True,
            check=False,
            timeout=60,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(installed)},
        )
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout

    visible = {path.name for path in installed.iterdir()}
    assert not visible & {"mkdocs", "material", "markdown", "nh3", "mcp"}
    kb("init", "--site")
    assert "architecture/example.md" in kb("search", "example")
    kb("index", "out")
    assert "architecture/example.md" in kb("search", "--index", "out", "example", "--format", "json")
    kb("list", "--schema")
