"""`entries`, `read` and `findings` of the store contract."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from ..errors import RequestError
from ..model import EntryInfo, Finding
from .base import ContractTests, text_files

TEXTS = {
    "empty": b"",
    "no final newline": b"text",
    "blank lines at both ends": b"\n\n text \n\n",
    "CRLF": b"# A\r\n\r\ntext\r\n",
    "a lone CR": b"one\rtwo\n",
    "BOM": b"\xef\xbb\xbf# A\n",
    "frontmatter": b"---\ntags: [a, b]\nowner: x\n---\n\n# A\n",
    "frontmatter with BOM and CRLF": b"\xef\xbb\xbf---\r\ntags: [a]\r\n---\r\n\r\n# A\r\n",
    "frontmatter that cannot be read": b"---\ntags: [\n---\n# A\n",
    "nothing but frontmatter": b"---\ntags: [a]\n---",
    "line separators": "a\u2028b\u0085c\x0bd\x1ce\n".encode(),
    "a NUL far behind": b"x" * 9000 + b"\0\n",
    "script": b"</script><script>alert(1)</script>\n",
    "beyond the BMP": "🙂 𝔘 e\u0301 İ ς\n".encode(),
    "a long line": b"x" * 1_100_000 + b" y",
}

NAMES = (
    "plain.md",
    "with space.md",
    "#hash.md",
    "100%.md",
    "%41.md",
    "what?.md",
    "a&b=c;d.md",
    "'quote' \"double\".md",
    "<script>.md",
    "$&.md",
    "back`tick`.md",
    "[x](y).md",
    "__proto__/constructor.md",
    "a:b/c:d.md",
    "composed-\u00e9.md",
    "decomposed-e\u0301.md",
    "rtl-\u202eabc.md",
    "日本語/ノート.md",
    "🙂.md",
    "\uff5e.md",
    "no-extension-twice.md.md",
    "/".join(["long" * 50] * 4) + "/" + "x" * 250 + ".md",
)


class ReadContract(ContractTests):
    """What a store holds, and its texts."""

    def test_an_empty_store_holds_nothing(self) -> None:
        store = self.make_store({})
        assert list(store.entries()) == []
        assert list(store.find(("a",))) == []

    def test_every_entry_is_listed_by_path_in_utf8_order(self) -> None:
        names = ["b.md", "a/z.md", "a.md", "a/a/a.md", "\uff5e.md", "🙂.md", "B.md", "a-b.md", "é.md"]
        store = self.make_store(dict.fromkeys(names, b"x"))
        assert [info.path for info in store.entries()] == [
            "B.md", "a-b.md", "a.md", "a/a/a.md", "a/z.md", "b.md", "é.md", "\uff5e.md", "🙂.md",
        ]  # fmt: skip

    def test_entries_come_as_a_sequence_without_excerpts(self) -> None:
        infos = self.make_store(text_files(a="# T\nx", b="y")).entries()
        assert isinstance(infos, Sequence)
        assert all(isinstance(info, EntryInfo) for info in infos)
        assert [tuple(info.excerpts) for info in infos] == [(), ()]

    def test_an_entry_is_listed_with_title_tags_and_checksum(self) -> None:
        raw = b"\xef\xbb\xbf---\r\ntags: [' HTTP ', B, http]\r\n---\r\n\r\n# The `title`\r\n"
        (info,) = self.make_store({"gotchas/a.md": raw}).entries()
        assert info == EntryInfo("gotchas/a.md", "The title", ("http", "b"), hashlib.sha256(raw).hexdigest())

    def test_a_text_is_read_exactly_as_stored(self) -> None:
        for what, raw in TEXTS.items():
            store = self.make_store({"a/b.md": raw})
            assert store.read("a/b.md").encode() == raw, what
            assert store.entries()[0].checksum == hashlib.sha256(raw).hexdigest(), what

    def test_every_name_works(self) -> None:
        store = self.make_store({name: f"# T\nword {i}\n".encode() for i, name in enumerate(NAMES)})
        assert {info.path for info in store.entries()} == set(NAMES)
        assert {evidence.path for evidence in store.find(("word",))} == set(NAMES)
        for i, name in enumerate(NAMES):
            assert store.read(name) == f"# T\nword {i}\n", name
            assert store.describe(name, ("word",)).excerpts == (f"word {i}",), name

    def test_what_is_not_there_is_refused(self) -> None:
        store = self.make_store(text_files(a="x") | {"b/c.md": b"y"})
        for path in ("", "b", "b/", "c.md", "A.md", "a.md/", "/a.md", "./a.md", "b/../a.md", "../a.md", "__proto__"):
            for call in (store.read, lambda path: store.describe(path, ("x",))):
                refusal = refusal_of(call, path)
                assert refusal is not None, path
                assert (refusal.code, refusal.resource) == ("knowledge_entry_not_found", path)

    def test_findings_come_as_a_sequence_by_place(self) -> None:
        findings = self.make_store(text_files(b="---\ntags: [\n---\n", a="---\ntags: 5\n---\n", c="x")).findings()
        assert isinstance(findings, Sequence)
        assert all(isinstance(finding, Finding) for finding in findings)
        places = [finding.place.path.encode() for finding in findings]
        assert places == sorted(places)

    def test_it_answers_the_same_twice(self) -> None:
        store = self.make_store(text_files(a="---\ntags: [t]\n---\n# A\nx x", b="x", c="y"))
        terms = ("x", "y")
        first = [store.entries(), sorted(store.find(terms), key=str), store.describe("a.md", terms), store.findings()]
        next(iter(store.find(("z", "y"))))  # abandoned half-way
        second = [store.entries(), sorted(store.find(terms), key=str), store.describe("a.md", terms), store.findings()]
        assert first == second


def refusal_of(call: Callable[[str], object], path: str) -> RequestError | None:
    """What `call` refuses `path` with, if it does."""
    try:
        call(path)
    except RequestError as refusal:
        return refusal
    return None
