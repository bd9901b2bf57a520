"""`kb index OUT`, and a search in what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import knowledge_base

from .conftest import Kb


def test_the_index_answers_as_the_stores_do(kb: Kb, project: Path) -> None:
    written = json.loads(kb("index", "out/deep", "--format", "json").stdout)
    files = list((project / "out" / "deep").glob("*.json"))
    size = sum(file.stat().st_size for file in files)
    assert written == {"written": "out/deep", "files": len(files), "bytes": size}
    for query in ("http routing", "größe", "zzz", ""):
        stores = kb("search", query, "--format", "json").stdout
        assert kb("search", query, "--index", "out/deep", "--format", "json").stdout == stores


def test_the_index_is_searched_without_a_project(kb: Kb, project: Path) -> None:
    kb("index", "out")
    (project / "knowledge.yml").write_text("nonsense: true\n", "utf-8")
    result = kb("search", "routing", "--index", "out", "--tier", "repo")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "repo/api:architecture/routing.md" in result.stdout
    assert kb("search", "routing", "--index", "out", "--filter", "apy").exit_code == 2


def test_text_tells_sizes_that_add_up(kb: Kb, project: Path) -> None:
    heading, *kinds = kb("index", "out").stdout.splitlines()
    total = int(heading.split(" files with ")[1].split(" bytes")[0].replace(",", ""))
    assert (
        heading
        == f"wrote {len(list(Path('out').glob('*.json')))} files with {total:,} bytes to out, and a script twin of each"
    )
    assert sum(int(line.split()[-1].replace(",", "")) for line in kinds) == total


def test_files_of_others_stay(kb: Kb, project: Path) -> None:
    (project / "out").mkdir()
    (project / "out" / "ours.json").write_text("{}", "utf-8")
    kb("index", "out")
    before = sorted(file.name for file in (project / "out").iterdir())
    (project / "api" / "gotchas" / "timeouts.md").write_text("# Changed\n", "utf-8")
    kb("index", "out")
    after = sorted(file.name for file in (project / "out").iterdir())
    assert "ours.json" in before
    assert "ours.json" in after
    assert len(after) == len(before)
    assert after != before


def test_the_written_files_are_those_of_the_api(kb: Kb, project: Path) -> None:
    kb("index", "out")
    files = knowledge_base.open(project).index_files()
    assert {file.name: file.read_bytes() for file in (project / "out").glob("*.json")} == files


def test_an_index_above_its_budget_is_not_written(kb: Kb, project: Path) -> None:
    settings = project / "knowledge.yml"
    written = settings.read_text("utf-8") if settings.exists() else ""
    settings.write_text(f"{written}\nsearch: {{max_total_bytes: 100}}\n", "utf-8")
    done = kb("index", "out")
    assert done.exit_code == 2
    assert "search_over_budget" in kb("index", "out", "--format", "json").stdout
    assert "`search: max_total_bytes:` allows 100" in done.stderr
    assert "the largest parts are all of manifest: " in done.stderr
    assert not (project / "out").exists()
