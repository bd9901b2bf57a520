"""Bytes in, entry out."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge_base.entries import Entry, NotTextError, parse


def test_an_entry_knows_its_parts() -> None:
    raw = b"---\ntags: [http, B]\nowner: ann\n---\n\n# The title\n\nBody.\n"
    entry = parse("gotchas/a.md", raw)
    assert (entry.path, entry.category) == ("gotchas/a.md", "gotchas")
    assert (entry.title, entry.tags) == ("The title", ("http", "b"))
    assert entry.body == "# The title\n\nBody.\n"
    assert entry.text.encode() == raw
    assert entry.checksum == hashlib.sha256(raw).hexdigest()


@pytest.mark.parametrize(
    ("path", "category"),
    [("a.md", ""), ("conventions.md", ""), ("gotchas/a.md", "gotchas"), ("x/y/z.md", "x"), ("/a.md", "")],
)
def test_the_category_is_the_first_folder(path: str, category: str) -> None:
    assert parse(path, b"x").category == category


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: One\n---\n# Two\n", "One"),
        ("---\ntitle: ' One\n\n  more '\n---\n# Two\n", "One more"),
        ("---\ntitle: 007\n---\n# Two\n", "007"),
        ("---\ntitle: <script>\n---\n", "<script>"),
        ("---\ntitle:\n---\n# Two\n", "Two"),
        ("---\ntitle: ''\n---\n# Two\n", "Two"),
        ("---\ntitle: [a]\n---\n# Two\n", "Two"),
        ("# Two\n# Three", "Two"),
        ("#\n# Three", "Three"),
        ("no heading", "gotchas/a.md"),
        ("", "gotchas/a.md"),
    ],
)
def test_the_title_is_the_key_then_the_first_heading_then_the_path(text: str, title: str) -> None:
    assert parse("gotchas/a.md", text.encode()).title == title


def test_the_checksum_is_that_of_the_raw_bytes() -> None:
    plain, marked = parse("a.md", b"x\n"), parse("a.md", b"\xef\xbb\xbfx\n")
    assert plain.body == marked.body
    assert plain.checksum != marked.checksum


def test_a_nul_among_the_first_8000_bytes_makes_a_file_binary() -> None:
    with pytest.raises(NotTextError) as caught:
        parse("a.md", b"x" * 7999 + b"\0")
    assert (caught.value.kind, caught.value.offset) == ("binary", 7999)
    assert parse("a.md", b"x" * 8000 + b"\0").text == "x" * 8000 + "\0"


@pytest.mark.parametrize(
    ("raw", "offset"),
    [(b"abc\xff", 3), (b"\xed\xa0\x80", 0), (b"a\xc3", 1), (b"\xc0\x80", 0), (b"x\xf4\x90\x80\x80", 1)],
)
def test_what_is_not_utf8_is_refused_with_its_place(raw: bytes, offset: int) -> None:
    with pytest.raises(NotTextError) as caught:
        parse("a.md", raw)
    assert (caught.value.kind, caught.value.offset) == ("not-utf8", offset)


@given(st.binary(max_size=200) | st.text(alphabet="-\n\r:tags[]{}&*#!| \t\ufeff'\"é", max_size=80).map(str.encode))
def test_nothing_else_fails(raw: bytes) -> None:
    for content in (raw, b"---\n" + raw, b"---\n" + raw + b"\n---\n"):
        entry, error = parsed(content)
        if entry is None:
            assert error is not None
            assert error.offset < len(content)
        else:
            assert entry.text.encode() == content
            assert entry.title


def parsed(content: bytes) -> tuple[Entry | None, NotTextError | None]:
    try:
        return parse("a.md", content), None
    except NotTextError as error:
        return None, error
