"""`find` of the store contract."""

from __future__ import annotations

from ..model import Evidence
from ..stores import Store
from .base import ContractTests, text_files

# body, term, occurrences
COUNTS: tuple[tuple[str, str, int], ...] = (
    ("cat Cat CAT", "cat", 3),
    ("cathedral concatenate", "cat", 2),
    ("store in storedirs", "store", 2),
    ("aaaa", "aa", 2),
    ("aaaaa aa", "aa", 3),
    ("ababa", "aba", 1),
    ("foo\nbar foo", "foo", 2),
    ("x" * 999, "x", 999),
    ("x " * 2000 + "x", "x", 2001),
    ("C and C++, c+++ and cc++", "c++", 3),
    ("++++ +++", "++", 3),
    ("a.b a.b.c axb", "a.b", 2),
    (".* \\ $& [x] ( ^", ".*", 1),
    ("a\\b \\", "\\", 2),
    ("(a) ((", "(", 3),
    ("$& $&x", "$&", 2),
    ("<script>alert(1)</script>", "<script>", 1),
    ("__proto__ constructor", "__proto__", 1),
    ("the constructor", "constructor", 1),
    ("no such word", "constructor", 0),
    ("`code` [link](https://example.org/Path) <!-- comment -->", "path", 1),
    ("<!-- comment -->", "comment", 1),
    ("日本語の日本", "日本", 2),
    ("日本語、日本語。", "本語", 2),
    ("🙂🙂🙂", "🙂🙂", 1),
    ("a🙂b", "🙂", 1),
    ("𝔘x", "𝔘x", 1),
    ("İSTANBUL İstanbul", "istanbul", 2),
    ("ΟΔΟΣ", "οδοσ", 1),
    ("ΟΔΟΣ οδος", "οδος", 1),
    ("Straße STRAẞE STRASSE", "straße", 2),
    ("\u212aelvin", "kelvin", 1),
    ("ǅ Ǆ ǆ", "ǆ", 3),
    ("ⅣⅤ", "ⅳ", 1),
    ("cafe\u0301 café", "café", 1),
    ("cafe\u0301 café", "cafe", 1),
    ("cafe\u0301", "\u0301", 1),
    ("a\u200bb ab", "ab", 1),
    ("a\u200bb", "\u200b", 1),
    ("a\ufeffb", "\ufeffb", 1),
    ("a\x1cb a\x1fb", "a\x1cb", 1),
    ("a\u2028b\u0085c\u3000d", "a", 1),
    ("un\u00a0deux", "deux", 1),
    ("snake_case kebab-case", "_", 1),
    ("snake_case kebab-case", "case", 2),
    ("v1.10 1.1", "1.1", 2),
    ("ａｂＣ", "ｂｃ", 1),
    ("한국어", "국", 1),
    ("ไทย ไท", "ไท", 2),
    ("٣٤", "٣", 1),
    ("²³", "²", 1),
    # phrases: the blanks of each line folded
    ("HTTP  routing, http\trouting2 and xhttp\u3000routing", "http routing", 3),
    ("http\nrouting http \r\n routing", "http routing", 0),
    ("http\rrouting", "http routing", 1),
    ("a  a a", "a a", 1),
    ("routing http", "http routing", 0),
    ("a\u200b b a b", "a b", 1),
)


class EvidenceContract(ContractTests):
    """What a query matches, as numbers."""

    def test_occurrences_are_counted_in_the_lower_cased_body(self) -> None:
        for body, term, expected in COUNTS:
            store = self.make_store(text_files(a=body))
            assert count(store, "a.md", term) == expected, (body[:40], term)

    def test_the_same_counts_with_every_body_in_one_store(self) -> None:
        store = self.make_store({f"{i:03}.md": body.encode() for i, (body, _, _) in enumerate(COUNTS)})
        for i, (body, term, expected) in enumerate(COUNTS):
            assert count(store, f"{i:03}.md", term) == expected, (body[:40], term)

    def test_one_number_a_term_in_the_order_of_the_query(self) -> None:
        store = self.make_store(text_files(a="x y y z z z"))
        (evidence,) = store.find(("z", "x", "q", "y", "z"))
        assert evidence == Evidence("a.md", (3, 1, 0, 2, 3), ())
        assert [type(number) for number in evidence.counts] == [int] * 5

    def test_frontmatter_is_not_counted(self) -> None:
        store = self.make_store(text_files(a="---\ntags: [http]\nowner: http\n# http\n---\n\nbody http\n"))
        (evidence,) = store.find(("http", "owner", "tags"))
        assert evidence == Evidence("a.md", (1, 0, 0), ("http",))

    def test_frontmatter_is_not_counted_behind_bom_and_crlf(self) -> None:
        store = self.make_store({"a.md": b"\xef\xbb\xbf---\r\ntags: [http]\r\n---\r\n\r\nhttp\r\n"})
        (evidence,) = store.find(("http", "tags"))
        assert evidence == Evidence("a.md", (1, 0), ("http",))

    def test_a_block_that_cannot_be_read_is_counted(self) -> None:
        for block in ("tags: [", "tags: http", "a: 1\na: 2", "title: a: b"):
            store = self.make_store(text_files(a=f"---\n{block}\n---\nhttp http\n"))
            (evidence,) = store.find(("http",))
            assert evidence == Evidence("a.md", (f"{block} http http".count("http"),), ()), block

    def test_a_tagged_entry_is_reported_without_any_count(self) -> None:
        store = self.make_store(text_files(a="---\ntags: [B, a, b]\n---\nx", b="x"))
        assert list(store.find(("nowhere",))) == [Evidence("a.md", (0,), ("b", "a"))]

    def test_an_entry_without_tag_and_without_count_is_not_reported(self) -> None:
        store = self.make_store(text_files(a="x", b="y", c="", d="---\ntags: []\n---\nz"))
        assert [evidence.path for evidence in store.find(("x", "q"))] == ["a.md"]

    def test_every_matching_entry_is_reported_once(self) -> None:
        files = {f"{i % 7}/{i}.md": f"common {'x ' * (i % 40)}only{i}q\n".encode() for i in range(300)}
        store = self.make_store(files)
        found = list(store.find(("common", "x", "only123q")))
        assert sorted(evidence.path for evidence in found) == sorted(files)
        by_path = {evidence.path: evidence.counts for evidence in found}
        for i in range(300):
            assert by_path[f"{i % 7}/{i}.md"] == (1, i % 40, int(i == 123))

    def test_titles_and_paths_are_no_evidence(self) -> None:
        store = self.make_store({"gotchas/http.md": b"---\ntitle: http\n---\nx\n"})
        assert list(store.find(("http", "gotchas"))) == []

    def test_many_distinct_words_and_a_long_line(self) -> None:
        words = " ".join(f"w{i:x}q" for i in range(30_000))
        store = self.make_store(text_files(a=words, b="y" * 1_100_000 + " w75q"))
        assert count(store, "a.md", "w75q") == 1
        assert count(store, "a.md", "q") == 30_000
        assert count(store, "b.md", "w75q") == 1
        assert count(store, "b.md", "yy") == 550_000


def count(store: Store, path: str, term: str) -> int:
    """What `find` counts for one term in one entry; 0 for an entry that it does not report."""
    found = {evidence.path: evidence.counts for evidence in store.find((term,))}
    return found.get(path, (0,))[0]
