"""An index that is larger than the settings allow is refused, and what makes it large is named."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.parity.engines import ASSETS
from tests.support import folder_knowledge

from knowledge_base import KnowledgeError
from knowledge_base.config import SearchSettings
from knowledge_base.excerpt import MAX_BLOCKS
from knowledge_base.index import refuse_over_budget
from knowledge_base.index.budget import HITS

Files = dict[str, bytes]


def noise(characters: int, seed: int = 1) -> str:
    """Few words in an order that does not compress, in lines."""
    chance = random.Random(seed)
    return "".join(" ".join(f"{chance.getrandbits(12):03x}" for _ in range(20)) + "\n" for _ in range(characters // 80))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    stores = {
        "project/handbook": {f"decisions/{i}.md": f"# Entry {i}\n\ncommon words {i}\n" for i in range(60)},
        "repo/api": {"gotchas/huge.md": f"# Huge\n\n{noise(300_000)}", "gotchas/large.md": noise(40_000, 2)},
    }
    return folder_knowledge(tmp_path_factory.mktemp("stores"), stores).index_files()


def refusal(files: Files, *scripts: bytes, **limits: Any) -> KnowledgeError:
    with pytest.raises(KnowledgeError) as caught:
        refuse_over_budget(files, SearchSettings(**limits), scripts)
    return caught.value


def size_told(error: KnowledgeError) -> int:
    return int(error.message.split(" bytes")[0].split()[-1].replace(",", ""))


def compressed(content: bytes) -> int:
    return len(gzip.compress(content, 6, mtime=0))


def test_the_whole_index_is_all_its_files_compressed(files: Files) -> None:
    total = sum(map(compressed, files.values()))
    error = refusal(files, max_total_bytes=total - 1)
    assert (error.code, error.exit_code, error.resource) == ("search_over_budget", 2, "max_total_bytes")
    assert f"the index takes {total:,} bytes" in error.message
    assert f"allows {total - 1:,}" in error.message
    assert "`search: max_total_bytes:`" in error.next_action
    refuse_over_budget(files, SearchSettings(max_total_bytes=total))


def parts(error: KnowledgeError) -> dict[str, int]:
    told = error.message.partition("the largest parts are ")[2]
    named = (part.rsplit(": ", 1) for part in re.split(r"(?<=\d), ", told))
    return {name: int(size.replace(",", "")) for name, size in named}


def test_the_largest_entry_is_named_first_and_kinds_of_files_too(files: Files) -> None:
    told = parts(refusal(files, max_total_bytes=1))
    assert next(iter(told)) == "text of repo/api:gotchas/huge.md"
    assert {"text of repo/api:gotchas/large.md", "all of runs"} < told.keys()
    assert list(told.values()) == sorted(told.values(), reverse=True)
    assert told["text of repo/api:gotchas/huge.md"] > 100_000


def test_a_first_answer_takes_scripts_and_the_excerpts_of_a_long_text_but_not_all_of_it(files: Files) -> None:
    first = size_told(refusal(files, max_first_bytes=1))
    script = noise(20_000, 3).encode()
    error = refusal(files, script, max_first_bytes=1)
    assert size_told(error) == first + compressed(script)
    assert {"scripts and styles", "text of repo/api:gotchas/huge.md"} < parts(error).keys()
    blocks = [compressed(content) for name, content in files.items() if name.startswith("blocks-")]
    assert len(blocks) > 2 * MAX_BLOCKS
    assert sum(blocks) > first > (MAX_BLOCKS - 1) * min(blocks)
    refuse_over_budget(files, SearchSettings(max_first_bytes=first))


def test_both_limits_are_told_at_once(files: Files) -> None:
    error = refusal(files, max_total_bytes=1, max_first_bytes=1)
    assert [part.resource for part in error.parts] == ["max_total_bytes", "max_first_bytes"]


def test_without_a_limit_nothing_is_refused(tmp_path: Path, files: Files) -> None:
    refuse_over_budget(files, SearchSettings())
    refuse_over_budget(folder_knowledge(tmp_path, {}).index_files(), SearchSettings(10_000, 10_000))


def test_as_many_hits_are_counted_as_the_dialog_asks_for() -> None:
    (hits,) = re.findall(r"FIRST_HITS = (\d+);", (ASSETS / "dialog.js").read_text("utf-8"))
    assert int(hits) == HITS
