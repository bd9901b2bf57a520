// The vectors that Python and JavaScript share; searches are compared by tests/parity and tests/test_vectors_in_javascript.py.
const assert = require("node:assert/strict");
const { existsSync, readFileSync } = require("node:fs");
const path = require("node:path");
const test = require("node:test");

const read = (name) =>
  JSON.parse(readFileSync(path.join(__dirname, "../vectors", `${name}.json`), "utf-8"));

const hex = (value) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
};

const published = read("constants");
const engine = import("./engine.mjs").then(({ loadEngine }) => {
  const kb = loadEngine();
  return { kb, text: kb.makeText(published.unicode), formula: kb.makeFormula(published.constants) };
});

for (const { name, why, text: input, expected } of read("text").lower) {
  test(`lower: ${name}: ${why}`, async () => {
    const { text } = await engine;
    assert.equal(text.lower(input), expected);
  });
}

for (const { name, why, query, expected } of read("text").terms) {
  test(`terms: ${name}: ${why}`, async () => {
    const { text } = await engine;
    assert.deepEqual(text.parse(query).terms, expected);
  });
}

for (const { name, why, query, expected } of read("query")) {
  test(`query: ${name}: ${why}`, async () => {
    const { text } = await engine;
    assert.deepEqual(text.parse(query), expected);
  });
}

for (const { name, why, count, expected } of read("score").damp) {
  test(`damp: ${name}: ${why}`, async () => {
    const { formula } = await engine;
    assert.equal(hex(formula.damp(count)), expected);
  });
}

for (const { name, why, terms, counts, tags, expected } of read("score").score) {
  test(`score: ${name}: ${why}`, async () => {
    const { kb, formula } = await engine;
    const affinities = terms.map((term) =>
      Math.max(0, ...tags.map((tag) => formula.affinity(term, tag))),
    );
    const parts = terms.map((_, i) => formula.termScore(counts[i], affinities[i]));
    const covered = parts.filter((part) => part > 0).length;
    const coverage = terms.length ? covered / terms.length : 0;
    const sum = parts.reduce((total, part) => total + part, 0);
    assert.deepEqual(
      {
        score: hex(kb.score(sum, coverage)),
        coverage: hex(coverage),
        parts: parts.map(hex),
        affinities: affinities.map(hex),
      },
      expected,
    );
  });
}

for (const { name, why, body, terms, expected } of read("excerpt")) {
  test(`excerpt: ${name}: ${why}`, async () => {
    const { kb, text } = await engine;
    const block = { shown: body, lowered: text.lower(body) };
    const found = kb.excerpts(block, terms, text, published.constants);
    assert.deepEqual(
      found.map(({ excerpt }) => excerpt),
      expected,
    );
  });
}

// What the reference program answered: beside the project, no part of it.
const SHARED = path.join(__dirname, "../../../shared/vectors");
const skip = existsSync(SHARED) ? false : `the reference vectors are not at ${SHARED}`;
const rows = (name) =>
  readFileSync(path.join(SHARED, name), "utf-8")
    .split("\n")
    .filter((line) => line);

test("reference: damp", { skip }, async () => {
  const { formula } = await engine;
  for (const row of rows("damp_1_5000.txt")) {
    const [n, expected] = row.split(" ");
    assert.equal(hex(formula.damp(Number(n))), expected, n);
  }
});

test("reference: lower", { skip }, async () => {
  const { text } = await engine;
  const listed = new Map(rows("lower_unicode15.txt").map((row) => row.split(" ").map(Number)));
  for (let code = 0; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const expected = String.fromCodePoint(listed.get(code) ?? code);
    if (text.lower(String.fromCodePoint(code)) !== expected) assert.fail(code.toString(16));
  }
});

test("reference: terms", { skip }, async () => {
  const { text } = await engine;
  for (const { query, terms } of rows("terms.jsonl").map((row) => JSON.parse(row))) {
    assert.deepEqual(text.parse(query).terms, terms);
  }
});

test("reference: score", { skip }, async () => {
  const { kb, formula } = await engine;
  for (const vector of rows("score.jsonl").map((row) => JSON.parse(row))) {
    let sum = 0;
    let covered = 0;
    vector.terms.forEach((term, i) => {
      const likeness = Math.max(0, ...vector.tags.map((tag) => formula.affinity(term, tag)));
      const part = formula.termScore(vector.counts[i], likeness);
      sum += part;
      if (part > 0) covered++;
    });
    assert.equal(hex(kb.score(sum, covered / vector.terms.length)), vector.hex);
  }
});
