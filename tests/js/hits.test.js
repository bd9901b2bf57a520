// What the dialog says, and what it makes of hostile hits, without a browser.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const vm = require("node:vm");
const { loadStrings } = require("./strings.js");

loadStrings();
const ASSETS = path.join(__dirname, "../../plugin/knowledge_base/assets");
for (const name of ["text.js", "loader.js", "hits.js"]) {
  const file = path.join(ASSETS, name);
  vm.runInThisContext(readFileSync(file, "utf-8"), { filename: file });
}
const kb = globalThis.knowledgeBase;

const knowledge = { label: "Knowledge" };
const docs = { label: "Documentation", optional: true };
const answer = (source, total, dropped = 0, query = "a b", filters = {}) => ({
  source,
  result: { query, terms: query.split(" ").filter(Boolean), filters, total, dropped, hits: [] },
});

test("one list is counted without its name", () => {
  assert.equal(kb.summary([answer(knowledge, 12, 3)]), "12 hits.");
  assert.equal(kb.summary([answer(knowledge, 1, 1), answer(docs, 0)]), "1 hit.");
  assert.equal(kb.summary([answer(knowledge, 12345)]), "12,345 hits.");
});

test("two lists are counted by name", () => {
  assert.equal(
    kb.summary([answer(knowledge, 0), answer(docs, 4, 2)]),
    "Knowledge: no hits. Documentation: 4 hits.",
  );
});

test("the documentation alone is never taken for the knowledge", () => {
  assert.equal(kb.summary([answer(docs, 1)]), "Documentation: 1 hit.");
});

test("no hits: names the words that no entry knows, once each and not all of many", () => {
  assert.equal(
    kb.summary([answer(knowledge, 0, 0, "x x y"), answer(docs, 0, 0, "x x y")]),
    "No hits for “x x y”: no entry knows “x” or “y”.",
  );
  assert.match(
    kb.summary([answer(knowledge, 0, 0, "a b c d e f g")]),
    /no entry knows “a”, “b”, “c”, “d”, “e” or 2 other words\.$/,
  );
});

test("filters are told apart from words that are missing", () => {
  const tag = { tag: ["x"] };
  assert.equal(
    kb.summary([answer(knowledge, 0, 0, "a", tag)]),
    "No hits for “a” with these filters.",
  );
  const alone = {
    source: knowledge,
    result: { query: "tag:x", terms: [], filters: tag, hits: [] },
  };
  assert.match(kb.summary([alone]), /add a word/);
});

test("a long word is cut between code points", () => {
  assert.match(kb.summary([answer(knowledge, 0, 0, "🙂".repeat(10_000))]), /knows “(🙂){30}…”\.$/u);
});

test("nothing typed: says what can be typed", () => {
  assert.equal(kb.summary([answer(knowledge, 0, 0, "")]), "Words or parts of words, in any order.");
});

test("a refusal of the engine becomes a sentence with its way out", () => {
  const refusal = new kb.KnowledgeError("index_format_unknown", "the index is new", "reload it");
  assert.equal(kb.failureOf(refusal), "The index is new: reload it.");
});

test("a fault of the program is not shown as it is", () => {
  assert.match(kb.failureOf(new TypeError("x is not iterable")), /^The search index is damaged/);
});

test("the same in German: numbers, forms and quotes are those of the language", () => {
  loadStrings("de");
  assert.equal(kb.summary([answer(knowledge, 12345, 1)]), "12.345 Treffer.");
  assert.equal(
    kb.summary([answer(knowledge, 0, 0, "x y")]),
    "Keine Treffer für „x y“: Kein Eintrag kennt „x“ oder „y“.",
  );
  loadStrings();
});
