"""The published index: packing, what is written, checks when it is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import folder_knowledge, republish, write_tree

from knowledge_base import Knowledge, KnowledgeError, excerpt, open_published
from knowledge_base.index import FORMAT, MANIFEST, write_directory
from knowledge_base.index.counting import Tallier
from knowledge_base.index.filter import make_filter, may_hold
from knowledge_base.index.format import KEYS, batches, pack_postings, pack_words, unpack_postings, unpack_words
from knowledge_base.index.pieces import joints, pairs, pieces
from knowledge_base.text import lower, words

# ---------------------------------------------------------------- packing

WORDS = st.lists(
    st.text(alphabet=st.sampled_from("abcxyz019-_.é日🙂𐐨\u0301\ue000\uffff\x1c"), min_size=1, max_size=40)
    | st.text(min_size=1, max_size=20).map(lower).filter(lambda text: words(text) == [text])
).map(lambda found: sorted(set(found)))


@given(WORDS)
def test_words_survive_packing(found: list[str]) -> None:
    assert unpack_words(pack_words(found)) == found


def test_words_that_share_more_than_a_letter_can_say() -> None:
    found = ["a" * n for n in range(1, 80)]
    assert unpack_words(pack_words(found)) == found


POSTINGS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**9)), max_size=30, unique_by=lambda p: p[0]).map(
    sorted
)


@given(POSTINGS)
def test_postings_survive_packing(postings: list[tuple[int, int]]) -> None:
    packed = pack_postings(dict(postings))
    assert list(unpack_postings(packed).items()) == postings
    assert not re.search(r'[^!-~]|["\\\\]', packed)


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 60))
def test_batches_cover_everything_once_and_stay_within_their_limit(sizes: list[int], limit: int) -> None:
    borders = list(batches(sizes, limit))
    assert [first for first, _ in borders] == ([0, *(end for _, end in borders[:-1])] if borders else [])
    assert (borders[-1][1] if borders else 0) == len(sizes)
    for first, end in borders:
        assert end > first
        assert end - first == 1 or sum(sizes[first:end]) <= limit


LONG_WORDS = st.lists(st.text(alphabet="abc0é日🙂", min_size=3, max_size=40), min_size=1, max_size=10)


@given(LONG_WORDS, st.data())
def test_the_filter_never_says_a_wrong_no(found: list[str], data: st.DataObject) -> None:
    made = make_filter(found)
    word = data.draw(st.sampled_from(found))
    start = data.draw(st.integers(0, len(word) - 1))
    assert may_hold(made, word[start : data.draw(st.integers(start + 1, len(word)))])


def test_the_filter_says_no_to_most_that_is_not_there() -> None:
    made = make_filter([f"{number:032x}" for number in range(0, 10**9, 10**8)])
    assert sum(may_hold(made, f"word{letter}zq") for letter in "ghijklmnopqrstuvwxyz") < 5
    assert not may_hold(make_filter([]), "a")


@given(st.text(alphabet="検索検", min_size=1, max_size=12))
def test_pairs_are_counted_without_overlaps(run: str) -> None:
    assert dict(pairs(run)) == {
        part: run.count(part) for size in (1, 2) for part in {run[i : i + size] for i in range(len(run) - size + 1)}
    }


def test_a_long_text_is_counted_in_parts_as_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "# A-b c++ İx\x1cy 検索 words\n"
    for body in (line * 30, "\n\n" + line * 3 + "no-end-of-line" * 30, "x" * 300 + "\n" + line, ""):
        whole = Tallier(64).tally("Title", body)
        with monkeypatch.context() as patch:
            patch.setattr(excerpt, "BLOCK_CHARACTERS", 64)
            parts = Tallier(64).tally("Title", body)
        assert (len(parts.joints) > 1) == (len(body) > 64)
        assert replace(parts, joints=(reduce(or_, parts.joints),)) == whole


@given(st.text(alphabet="ab1-+é検İ🙂", max_size=12))
def test_joints_are_three_neighbours_of_several_classes(text: str) -> None:
    assert joints(text) == [
        three for three in map("".join, zip(text, text[1:], text[2:], strict=False)) if len(pieces(three)) > 1
    ]


# ---------------------------------------------------------------- what is written

STORES = {
    "project/handbook": {
        "gotchas/a.md": "---\ntags: [http, Routing]\nowner: ann\n---\n# One\nhttp routing c++ İ ΟΔΟΣ 日本語\n",
        "conventions/README.md": "# Conventions\n",
        "decisions/</script>🙂.md": "\ufeff# Two\r\n</script><script>alert(1)</script>\u2028\u2029 __proto__\r\n",
        "notes/é.md": "",
    },
    "repo/api": {f"learnings/{i}.md": f"word{i} common {'x ' * i}\n" for i in range(150)},
}


@pytest.fixture
def project(tmp_path: Path) -> Knowledge:
    return folder_knowledge(tmp_path / "stores", STORES)


@pytest.fixture
def directory(project: Knowledge, tmp_path: Path) -> Path:
    write_directory(tmp_path / "index", project.index_files())
    return tmp_path / "index"


def test_every_file_is_json_without_floats_and_has_a_script_twin(directory: Path) -> None:
    def refuse(text: str) -> object:
        raise AssertionError(f"a float: {text}")

    files = sorted(directory.iterdir())
    assert {file.suffix for file in files} == {".json", ".js"}
    for file in files:
        if file.suffix == ".json":
            value = json.loads(file.read_bytes(), parse_float=refuse, parse_constant=refuse)
            script = file.with_suffix(".js").read_text("utf-8")
            head, _, body = script.partition("]=")
            assert json.loads(head.partition("[")[2]) == file.name
            assert json.loads(body.rstrip(";\n").replace("<\\/", "</")) == value
            assert not any(bad in script for bad in ("</", "\u2028", "\u2029"))


def test_keys_are_sorted_and_nothing_tells_where_or_when(directory: Path, tmp_path: Path) -> None:
    for file in directory.glob("*.json"):
        text = file.read_text("utf-8")
        assert str(tmp_path) not in text
        assert json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" == text


def test_an_index_is_read_as_the_stores_it_was_made_from(project: Knowledge, directory: Path) -> None:
    published = open_published(directory)
    assert [named.id for named in published.stores] == [named.id for named in project.stores]
    assert published.entries() == project.entries()
    assert published.tags() == project.tags()
    assert published.registry.names == project.registry.names
    assert published.registry.always_applied == project.registry.always_applied
    for id_, info in project.entries():
        address = f"{id_}:{info.path}"
        assert published.read(address) == project.read(address)
    for query in ("http", "common x", "routing word7", "__proto__", "c++ 日本", "οδοσ", "</script>"):
        assert published.search(query) == project.search(query)


@pytest.mark.parametrize(("compound", "longer"), [("k8s検索", "xk8s検索語"), ("検索k8s", "検索k8sx")])
def test_a_compound_is_counted_inside_longer_words(compound: str, longer: str, tmp_path: Path) -> None:
    files = {"gotchas/a.md": f"# {compound}\n", "gotchas/b.md": f"{longer} {longer}\n"}
    project = folder_knowledge(tmp_path, {"project/team": files})
    found = republish(project, tmp_path / "index").search(compound)
    assert len(found.hits) == 2
    assert found == project.search(compound)


def test_an_index_of_nothing(tmp_path: Path) -> None:
    write_directory(tmp_path, folder_knowledge(tmp_path / "none", {}).index_files())
    published = open_published(tmp_path)
    assert published.stores == ()
    assert published.search("x").total == 0


def test_an_index_of_an_index_is_the_same_index(project: Knowledge, directory: Path) -> None:
    files = open_published(directory).index_files()
    manifest = json.loads(files[MANIFEST])
    original = json.loads((directory / MANIFEST).read_bytes())
    assert manifest == original
    assert {name: content for name, content in files.items() if name != MANIFEST} == {
        file.name: file.read_bytes() for file in directory.glob("*-*.json")
    }


# ---------------------------------------------------------------- the directory


def test_shards_of_the_last_time_are_removed_and_files_of_others_are_kept(directory: Path, tmp_path: Path) -> None:
    before = {file.name for file in directory.iterdir()}
    foreign = [
        "index.html",
        "notes-0123.json",
        "words-0123456789abcdef.txt",
        ".htaccess",
        "x-y-z-0123456789abcdef.json",
    ]
    write_tree(directory, dict.fromkeys(foreign, "mine") | {"docs/runs-0123456789abcdef.json": "theirs"})
    files = folder_knowledge(tmp_path / "other", {"project/p": {"a.md": "other words"}}).index_files()
    write_directory(directory, files)
    after = {file.name for file in directory.iterdir()}
    assert after == {*files, *(f"{name[:-5]}.js" for name in files), *foreign, "docs"}
    assert len(before - after) > 5
    assert (directory / "docs/runs-0123456789abcdef.json").read_text("utf-8") == "theirs"
    assert open_published(directory).search("other").total == 1


def test_writing_again_touches_no_shard(project: Knowledge, directory: Path) -> None:
    def inodes() -> dict[str, int]:
        return {file.name: file.stat().st_ino for file in directory.iterdir() if not file.name.startswith("manifest.")}

    before = inodes()
    write_directory(directory, project.index_files())
    assert inodes() == before


def test_writing_again_mends_a_damaged_shard(project: Knowledge, directory: Path) -> None:
    for file in directory.glob("entries-*.json"):
        file.write_bytes(file.read_bytes()[::-1])
    write_directory(directory, project.index_files())
    assert open_published(directory).search("common") == project.search("common")


# ---------------------------------------------------------------- what is refused


def refusal(call: Callable[[], object]) -> KnowledgeError:
    with pytest.raises(KnowledgeError) as caught:
        call()
    assert caught.value.next_action
    return caught.value


def test_a_folder_without_an_index_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        error = refusal(partial(open_published, folder))
        assert (error.code, error.exit_code, error.resource) == ("index_missing", 2, folder.as_posix())


@pytest.mark.parametrize("value", [{"format": FORMAT + 1}, {"format": "1"}, {"format": None}, {}, [], "x", None, 1])
def test_an_unknown_format_is_refused_and_never_misread(directory: Path, value: Any) -> None:
    if isinstance(value, dict):
        value = {**json.loads((directory / MANIFEST).read_bytes()), "format": None} | value
    (directory / MANIFEST).write_text(json.dumps(value), "utf-8")
    error = refusal(lambda: open_published(directory))
    assert (error.code, error.exit_code) == ("index_format_unknown", 2)
    assert str(FORMAT) in error.message


@pytest.mark.parametrize("key", KEYS)
def test_a_manifest_that_lacks_a_key_is_refused(directory: Path, key: str) -> None:
    manifest = json.loads((directory / MANIFEST).read_bytes())
    assert manifest.keys() == {"format", *KEYS}
    del manifest[key]
    (directory / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    error = refusal(lambda: open_published(directory))
    assert (error.code, error.exit_code) == ("index_damaged", 3)
    assert f"it lacks `{key}`" in error.message


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000])
def test_a_manifest_that_is_no_json_is_refused(directory: Path, content: bytes) -> None:
    (directory / MANIFEST).write_bytes(content)
    error = refusal(lambda: open_published(directory))
    assert (error.code, error.exit_code) == ("index_damaged", 3)


def damage_truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5])


def damage_change(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def damage_replace(file: Path) -> None:
    file.write_bytes(b'["foreign"]\n')


def damage_remove(file: Path) -> None:
    file.unlink()


SHARDS = ["entries", "texts", "runs", "runs-postings", "marks", "fragments", "filter", "joints", "later", "tags"]


@pytest.mark.parametrize("kind", SHARDS)
@pytest.mark.parametrize("damage", [damage_truncate, damage_change, damage_replace, damage_remove])
def test_a_damaged_shard_is_refused_by_name(directory: Path, kind: str, damage: Callable[[Path], None]) -> None:
    files = list(directory.glob(f"{kind}-*.json"))
    assert files
    for file in files:
        damage(file)
    error = refusal(lambda: open_published(directory).search("common ++ c++ 日本"))
    assert (error.code, error.exit_code) == ("index_damaged", 3)
    assert Path(error.resource or "") in files
