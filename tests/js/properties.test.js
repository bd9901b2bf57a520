// What holds for every text that no one thought of.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const fc = require("fast-check");

const published = JSON.parse(
  readFileSync(path.join(__dirname, "../vectors/constants.json"), "utf-8"),
);
const engine = import("./engine.mjs").then(({ loadEngine }) => {
  const kb = loadEngine();
  return { kb, text: kb.makeText(published.unicode), formula: kb.makeFormula(published.constants) };
});

const anyText = fc.string({ unit: "binary" });
const words = fc.array(
  fc.oneof(fc.constantFrom("a", "aa", "İ", "ß", "😀", "検索", "c++", "Σ"), anyText),
);

test("lower-casing keeps every position, and does nothing the second time", async () => {
  const { text } = await engine;
  fc.assert(
    fc.property(anyText, (input) => {
      const lowered = text.lower(input);
      assert.equal(lowered.length, input.length);
      assert.equal(text.lower(lowered), lowered);
    }),
  );
});

const typed = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom('"', '"a  b"', " ", "\n", "tag:", "store:", "tier:repo", "x", "://", "İ"),
    ),
  )
  .map((parts) => parts.join(""));

test("without quotes and filters the terms are the lower-cased words", async () => {
  const { text } = await engine;
  fc.assert(
    fc.property(typed, (query) => {
      const plain = query.replace(/"|(tier|store|category|tag):/g, "");
      const { terms, filters } = text.parse(plain);
      assert.deepEqual(terms, text.words(text.lower(plain.replace(/[\ud800-\udfff]/gu, "\ufffd"))));
      assert.deepEqual(filters, { tier: [], store: [], category: [], tag: [] });
    }),
  );
});

test("no word of a query is lost, and all are folded", async () => {
  const { text } = await engine;
  fc.assert(
    fc.property(typed, (query) => {
      const { terms, filters } = text.parse(query);
      const found = [...terms, ...Object.values(filters).flat()];
      const held = text.lower(found.join(" "));
      for (const word of text.words(query.replace(/[\ud800-\udfff]/gu, "\ufffd"))) {
        const bare = text.lower(word).replace(/^(tier|store|category|tag):|"/g, "");
        assert.ok(held.replaceAll('"', "").includes(bare), word);
      }
      for (const term of terms) assert.equal(text.foldBlanks(term), term);
    }),
  );
});

test("filters that are given come before those that are typed", async () => {
  const { text } = await engine;
  fc.assert(
    fc.property(typed, fc.array(anyText), (query, given) => {
      const alone = text.parse(query).filters.store;
      const both = text.parse(query, { store: given }).filters.store;
      assert.deepEqual(both, [...new Set([...given, ...alone])]);
    }),
  );
});

test("marks lie inside the text, in order and apart, and hold the terms", async () => {
  const { kb, text } = await engine;
  fc.assert(
    fc.property(words, words, (shown, query) => {
      const input = shown.join(" ");
      const terms = text.parse(query.join(" ")).terms;
      const ranges = kb.marks(input, terms, text);
      let last = -1;
      for (const [start, end] of ranges) {
        assert.ok(last < start && start < end && end <= input.length);
        last = end;
      }
      for (const term of terms) {
        const at = text.lower(input).indexOf(term);
        assert.ok(at < 0 || ranges.some(([start, end]) => start <= at && at + term.length <= end));
      }
    }),
  );
});

test("excerpts are few, short, whole in their code points, and hold a term", async () => {
  const { kb, text } = await engine;
  const body = fc.array(
    fc.oneof(
      anyText,
      words.map((parts) => parts.join(" ").repeat(40)),
    ),
  );
  fc.assert(
    fc.property(body, words, (lines, query) => {
      const terms = text.parse(query.join(" ")).terms;
      const shown = lines.join("\n");
      const found = kb.excerpts(
        { shown, lowered: text.lower(shown) },
        terms,
        text,
        published.constants,
      );
      assert.ok(found.length <= published.constants.excerpts);
      for (const { excerpt } of found) {
        assert.ok(Buffer.byteLength(excerpt) <= published.constants.excerptBytes);
        assert.ok(!excerpt.includes("\ufffd") || lines.join("\n").includes("\ufffd"));
        const held = terms.filter((term) => Buffer.byteLength(term) <= 128);
        assert.ok(
          held.length < terms.length || held.some((term) => text.lower(excerpt).includes(term)),
        );
      }
    }),
  );
});

test("more mentions are worth more, each doubling one more", async () => {
  const { formula } = await engine;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (n) => {
      assert.ok(formula.damp(n + 1) > formula.damp(n));
      assert.ok(Math.abs(formula.damp(2 * n) - formula.damp(n) - 1) < 1e-12);
    }),
  );
});

test("the nearest word is a known one, and a known word is its own nearest", async () => {
  const { kb } = await engine;
  fc.assert(
    fc.property(fc.array(anyText), anyText, (known, word) => {
      const found = kb.nearest(word, known);
      assert.ok(found === null || known.includes(found));
      if (known.includes(word)) assert.equal(found, word);
    }),
  );
});
