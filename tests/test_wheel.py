"""The wheel: what it holds, and that it works with its core dependencies alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.support import ROOT, write_tree

PACKAGE = ROOT / "plugin" / "knowledge_base"
SUFFIXES = {".py", ".typed", ".js", ".css", ".json", ".html", ".md", ".jinja", ".xml", ".yml"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel and what it needs without extras; nothing is fetched."""
    folder = tmp_path_factory.mktemp("clean") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in core_dependencies("mkdocs-knowledge"):
        copy_distribution(name, packages)
    uv = Path(sys.executable).with_name("uv")
    install = [str(uv), "pip", "install", "--quiet", "--offline", "--no-deps", "--python", str(folder / "bin/python")]
    subprocess.run([*install, str(wheel)], check=True)
    return folder


def core_dependencies(name: str) -> set[str]:
    """The names of all distributions that `name` needs here without extras."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for line in distribution(waiting.pop()).requires or ():
            requirement = Requirement(line)
            if requirement.name not in found and (
                requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            ):
                found.add(requirement.name)
                waiting.append(requirement.name)
    return found


def copy_distribution(name: str, packages: Path) -> None:
    for file in distribution(name).files or ():
        if ".." not in file.parts:
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


def run(environment: Path, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    program = [str(environment / "bin" / command[0]), *command[1:]]
    return subprocess.run(program, capture_output=True, text=True, check=False, cwd=cwd, env=clean)


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = {name.partition("/")[2] for name in archive.namelist() if ".dist-info/" in name}
    files = [file for file in PACKAGE.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert names == {file.relative_to(PACKAGE.parent).as_posix() for file in files}
    assert {Path(name).suffix for name in names} <= SUFFIXES
    assert not [name for name in names if Path(name).name.startswith(("test_", "conftest", "."))]
    assert {
        "knowledge_base/py.typed",
        "knowledge_base/config/knowledge.schema.json",
        "knowledge_base/assets/knowledge.js",
        "knowledge_base/testing/__init__.py",
    } <= names
    assert metadata == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def test_without_extras_there_is_neither_mkdocs_nor_mcp(environment: Path, tmp_path: Path) -> None:
    code = (
        "import importlib.util as u; "
        "print([n for n in ('mkdocs', 'material', 'markdown', 'nh3', 'mcp', 'pytest') if u.find_spec(n)])"
    )
    told = run(environment, "python", "-c", code, cwd=tmp_path)
    assert (told.stdout.strip(), told.stderr) == ("[]", "")


def test_the_command_works_without_extras(environment: Path, tmp_path: Path) -> None:
    told = run(environment, "kb", "--version", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert distribution("mkdocs-knowledge").version in told.stdout
    write_tree(tmp_path, {"knowledge/gotchas/a.md": "---\ntags: [http]\n---\n# Timeouts\nhttp\n"})
    told = run(environment, "kb", "search", "http", "--format", "json", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert '"gotchas/a.md"' in told.stdout
    told = run(environment, "kb", "index", "out", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    told = run(environment, "kb", "search", "http", "--index", "out", "--format", "json", cwd=tmp_path)
    assert '"gotchas/a.md"' in told.stdout
    assert run(environment, "kb", "init", "--site", cwd=tmp_path).returncode == 0
    assert run(environment, "kb", "list", "--schema", cwd=tmp_path).stdout.startswith("{")


def test_the_store_contract_can_be_used_from_the_wheel(environment: Path, tmp_path: Path) -> None:
    code = "from knowledge_base.testing import StoreContract as S; print(sum(n.startswith('test_') for n in dir(S)))"
    told = run(environment, "python", "-c", code, cwd=tmp_path)
    assert int(told.stdout) > 20
