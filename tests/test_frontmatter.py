"""The YAML block: where it ends, what it says, and that no block can hurt."""

from __future__ import annotations

import time

import pytest

from knowledge_base.entries.frontmatter import MAX_BLOCK, MAX_DEPTH, Key, split


def tags_of(block: str) -> tuple[str, ...] | None:
    """Tags of a block; None for one that was ignored."""
    front = split(f"---\n{block}\n---\nbody\n")
    return front.tags if front.problem is None else None


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("body", "body"),
        ("---\ntags: [a]\n---\nbody", "body"),
        ("---\ntags: [a]\n---\n\nbody", "body"),
        ("---\ntags: [a]\n---\n\n\nbody", "\nbody"),
        ("---\ntags: [a]\n---", ""),
        ("---\n\n---\nbody", "body"),
        ("---\n# only a comment\n---\nbody", "body"),
        ("---\r\ntags: [a]\r\n---\r\n\r\nbody\r\n", "body\r\n"),
        ("---\r\ntags: [a]\n---\n\r\nbody", "body"),
        ("\ufeff---\ntags: [a]\n---\nbody", "body"),
        ("\ufeffbody", "body"),
        ("\n---\ntags: [a]\n---\nbody", None),
        ("--- \ntags: [a]\n---\nbody", None),
        ("----\ntags: [a]\n----\nbody", None),
        ("---\ntags: [a]\n----\nbody\n---\n", None),
        ("---\ntags: [a]\n--- \n---\nbody", None),
        ("---\ntags: [a]\n---x\n---\nbody", None),
        ("---\ntags: [a]\n...\nbody", None),
        ("---\n---\nbody", None),
        ("---\n", None),
        ("---", None),
        ("---\r", None),
        ("", ""),
    ],
)
def test_where_the_body_starts(text: str, body: str | None) -> None:
    assert text[split(text).body_start :] == (text if body is None else body)


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        ("tags: [A, ' b ', a]", ("a", "b")),
        ("tags:\n- a\n- b c", ("a", "b c")),
        ("tags: ['a,b']", ("a,b",)),
        ("tags: [007, 0x1F, 1_000, 1.10, .5, yes, No, 2024-01-01, 12:30:45]",
         ("007", "0x1f", "1_000", "1.10", ".5", "yes", "no", "2024-01-01", "12:30:45")),
        ("tags: [~, null, '', ' ', a]", ("a",)),
        ("tags: [!!str 1, !custom x, !!binary aGk=]", ("1", "x", "hi")),
        ("tags: [&x a, *x, b]", ("a", "b")),
        ("base: &b {tags: [m]}\n<<: *b", ("m",)),
        ("base: &b {tags: [m]}\n<<: *b\ntags: [own]", ("own",)),
        ("tags: [>-\n  x]", None),
        ("tags:\n- >-\n  a\n  b", ("a b",)),
        ("'tags': [a]", ("a",)),
        ("Tags: [a]", ()),
        ("tags:", ()),
        ("tags: []", ()),
        ("other: 1", ()),
        ("tags: [a]\n...\n@ garbage: [", ("a",)),
        ("tags: ['{{ x }}', İ, ΟΣ]", ("{{ x }}", "i", "οσ")),
    ],
)  # fmt: skip
def test_tags_are_what_the_author_wrote(block: str, tags: tuple[str, ...] | None) -> None:
    assert tags_of(block) == tags


@pytest.mark.parametrize(
    "block",
    [
        "tags: a", "tags: ''", "tags: 5", "tags: {}", "tags: {a: b}", "tags: !!set {a}", "tags: [[a]]",
        "tags: [{a: b}]",
        "tags: [!!int abc]", "tags: [!!binary '%']", "- a", "text", "5", "? [a]\n: b", "a: 1\na: 2",
        "title: a: b", "tags: [a", "tags: [a,,b]", "\ta: b", "a: @x", "a: `x`", "a: *nowhere", "%x: y",
        "a: \x01", "a: \x7f",
    ],
)  # fmt: skip
def test_a_block_that_cannot_be_decoded_is_no_block(block: str) -> None:
    text = f"---\n{block}\n---\nbody\n"
    front = split(text)
    assert front.problem
    assert (front.tags, front.title, front.keys, front.body_start) == ((), None, (), 0)


def test_a_problem_names_the_line_of_the_file() -> None:
    front = split("---\na: 1\nb: 2\na: 3\n---\nbody")
    assert (front.problem, front.problem_line) == ('the key "a" stands there twice', 4)
    assert split("---\na: 1\nb: [\n---\nbody").problem_line in (3, 4)


def test_unknown_keys_are_kept_with_their_lines_and_their_text() -> None:
    front = split("---\ntags: [a]\nowner:  Ann  # who\nsources:\n  - path: x\n    line: 7\n---\nbody")
    assert [(key.name, key.line) for key in front.keys] == [("tags", 2), ("owner", 3), ("sources", 4)]
    assert front.keys[1] == Key("owner", 3, "Ann")
    assert front.keys[2].value == "- path: x\n    line: 7"


def test_keys_have_the_right_text_behind_characters_beyond_the_bmp() -> None:
    front = split("---\none: 🙂é\ntwo: value\n---\n")
    assert [key.value for key in front.keys] == ["🙂é", "value"]


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 30_000])
@pytest.mark.parametrize("shape", ["flow", "closed flow", "maps", "block"])
def test_a_deep_block_is_ignored_and_does_not_end_the_process(shape: str, depth: int) -> None:
    block = {
        "flow": "a: " + "[" * depth,
        "closed flow": "a: " + "[" * depth + "]" * depth,
        "maps": "{a: " * depth + "1" + "}" * depth,
        "block": "- " * depth + "x",
    }[shape]
    assert tags_of(block) is None


def test_nesting_that_people_write_is_read() -> None:
    assert tags_of("tags: [a]\nb: " + "[" * 20 + "]" * 20) == ("a",)


def test_a_block_that_is_too_long_is_ignored() -> None:
    assert tags_of("tags: [a]\n#" + "x" * (MAX_BLOCK - 20)) == ("a",)
    assert tags_of("tags: [a]\n#" + "x" * MAX_BLOCK) is None


def test_aliases_that_multiply_cost_nothing() -> None:
    doubling = "\n".join(f"k{i}: &k{i} [{', '.join([f'*k{i - 1}'] * 9)}]" for i in range(1, 40))
    start = time.process_time()
    assert tags_of(f"k0: &k0 [x]\n{doubling}\ntags: [a]") == ("a",)
    assert tags_of(f"k0: &k0 [x]\n{doubling}\ntags: *k39") is None
    assert time.process_time() - start < 5, "9 to the power of 39 steps would never end"


@pytest.mark.parametrize("block", ["a: &a [*a]", "&a a: *a", "a: &a {b: *a}", "&r\n<<: *r", "tags: &t [a]\nx: *t"])
def test_aliases_that_bite_their_tail_end(block: str) -> None:
    assert tags_of(block) in ((), ("a",), None)
