"""The verdict and the JSON are the same wherever and whenever the check runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import write_tree

from .conftest import clean_files

KB = [sys.executable, "-c", "from knowledge_base.cli import main; main()"]
FLAWS = {
    "knowledge/gotchas/b.md": "---\ntags: [HTTP, routing]\n---\n\n# B\n\n[gone](gone.md) [x](#no)\n",
    "api/gotchas/größe.md": "---\ntags: [http]\n---\n\n# Größe\n\n![gone](weg.png)\n",
    "docs/tables/index.md": "# T\n",
}


def git(folder: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **{f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def check(folder: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [*KB, "check", "--format", "json", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_tree(tmp_path_factory.mktemp("verdict") / "repository", {**clean_files(), **FLAWS})
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=before")
    git(folder, "commit", "--quiet", "--message=after", "--allow-empty")
    return folder


@pytest.fixture(scope="module")
def verdict(repository: Path) -> tuple[int, str]:
    code, output = check(repository)
    assert code == 1
    assert {finding["rule"] for finding in json.loads(output)["findings"]} >= {"KB009", "KB010", "KB041", "KB060"}
    return code, output


def test_in_a_shallow_clone(repository: Path, verdict: tuple[int, str], tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), "clone")
    assert git(tmp_path / "clone", "rev-list", "--count", "HEAD").strip() == "1"

    assert check(tmp_path / "clone") == verdict


def test_without_git(repository: Path, verdict: tuple[int, str], tmp_path: Path) -> None:
    shutil.copytree(repository, tmp_path / "plain", ignore=shutil.ignore_patterns(".git"))

    assert check(tmp_path / "plain") == verdict


def test_after_touch(repository: Path, verdict: tuple[int, str]) -> None:
    for file in repository.rglob("*.md"):
        os.utime(file, (1, 1))

    assert check(repository) == verdict


@pytest.mark.parametrize("below", ["knowledge", "docs", "knowledge/gotchas"])
def test_from_a_folder_below(repository: Path, verdict: tuple[int, str], below: str) -> None:
    assert check(repository / below) == verdict


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "LANG": "C"},
        {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1"},
        {"TZ": "Asia/Tokyo"},
        {"TZ": "America/St_Johns", "PYTHONHASHSEED": "7"},
    ],
    ids=str,
)
def test_under_another_locale_and_time_zone(
    repository: Path, verdict: tuple[int, str], environment: dict[str, str]
) -> None:
    assert check(repository, **environment) == verdict


def test_with_line_ends_of_windows(repository: Path, verdict: tuple[int, str], tmp_path: Path) -> None:
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "--quiet", repository.as_uri(), "clone")
    assert b"\r\n" in (tmp_path / "clone/docs/index.md").read_bytes()

    assert check(tmp_path / "clone", "--ignore", "KB033") == verdict


def test_since_tells_what_the_branch_brought(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", repository.as_uri(), "clone")
    clone = tmp_path / "clone"
    assert check(clone, "--since", "HEAD")[0] == 0

    git(clone, "rm", "--quiet", "knowledge/architecture/routing.md")
    code, output = check(clone, "--since", "origin/main")

    told = [(finding["rule"], finding["path"]) for finding in json.loads(output)["findings"]]
    assert code == 1
    assert told == [("KB009", "knowledge/decisions/http.md")], "in a file that the branch did not touch"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--since", "no-such-ref"), 2, "ref_unknown"),
        (("--since", "--output=x"), 2, "ref_unknown"),
        (("--select", "KB099"), 2, "rule_unknown"),
        (("gone.md",), 2, "path_missing"),
        (("--fail-on", "info"), 2, "usage"),
    ],
    ids=str,
)
def test_a_wrong_request_is_refused(repository: Path, arguments: tuple[str, ...], code: int, told: str) -> None:
    assert check(repository, *arguments) == (code, check(repository, *arguments)[1])
    assert json.loads(check(repository, *arguments)[1])["error"]["code"] == told


def test_since_without_history_could_not_look(repository: Path, tmp_path: Path) -> None:
    shutil.copytree(repository, tmp_path / "plain", ignore=shutil.ignore_patterns(".git"))
    code, output = check(tmp_path / "plain", "--since", "main", GIT_CEILING_DIRECTORIES=str(tmp_path))

    assert code == 3
    assert json.loads(output)["error"]["code"] == "git_no_repository"


def test_without_the_extra_site_an_anchor_is_never_passed_in_silence(repository: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "sitecustomize.py"
    blocked.write_text("import sys\nsys.modules['markdown'] = None\nsys.modules['mkdocs'] = None\n", "utf-8")
    without = {"PYTHONPATH": str(tmp_path)}

    code, output = check(repository, **without)

    assert code == 3
    assert "mkdocs-knowledge[site]" in json.loads(output)["error"]["next_action"]
    assert check(repository, "--ignore", "KB060", **without)[0] == 1


def test_paths_select_what_is_told(repository: Path) -> None:
    code, output = check(repository / "api", "gotchas")

    assert code == 1
    assert {finding["path"] for finding in json.loads(output)["findings"]} == {"api/gotchas/größe.md"}


def test_fail_on_error_lets_warnings_pass(repository: Path) -> None:
    assert check(repository, "--fail-on", "error")[0] == 0
