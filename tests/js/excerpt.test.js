// Where an excerpt stands: its line and its section, which only a browser shows.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const test = require("node:test");

const published = JSON.parse(
  readFileSync(path.join(__dirname, "../vectors/constants.json"), "utf-8"),
);
const engine = import("./engine.mjs").then(({ loadEngine }) => {
  const kb = loadEngine();
  return { kb, text: kb.makeText(published.unicode) };
});

const BODY = [
  "word before any heading", // 0
  "# First *of* [all](x.md) {#first}",
  "other",
  "word  word", // 3
  "```",
  "# no heading",
  "word in code", // 6
  "```",
  "   ## Second ##",
  "a longer   phrase", // 9
].join("\n");

/** @param {string} query */
const places = async (query, block) => {
  const { kb, text } = await engine;
  const found = kb.excerpts(block, text.parse(query).terms, text, published.constants);
  return found.map(({ excerpt, line, section }) => [line, section, excerpt]);
};

test("an excerpt has its line and the heading above it, for each query over one text", async () => {
  const { text } = await engine;
  const block = { shown: BODY, lowered: text.lower(BODY) };
  assert.deepEqual(await places("word", block), [
    [3, "First of all", "word word"],
    [0, "", "word before any heading"],
    [6, "First of all", "word in code"],
  ]);
  assert.deepEqual(await places('"longer phrase"', block), [[9, "Second", "a longer phrase"]]);
  assert.deepEqual(await places("absent", block), []);
});

test("of many lines the strongest are kept in order", async () => {
  const { text } = await engine;
  const lines = Array.from({ length: 50 }, (_, i) => "b ".repeat((i * 7) % 50));
  lines[44] = "a b";
  const shown = lines.join("\n");
  assert.deepEqual(
    (await places("a b", { shown, lowered: text.lower(shown) })).map(([line]) => line),
    [44, 7, 14],
  );
});
