// Counting on many texts: the page can answer meanwhile, and what no query needs any more is given up.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { afterEach, test } = require("node:test");

const ENTRIES = 400;
const published = JSON.parse(
  readFileSync(path.join(__dirname, "../vectors/constants.json"), "utf-8"),
);
const engine = import("./engine.mjs").then(({ loadEngine }) => loadEngine());

afterEach(async () => {
  const kb = await engine;
  delete kb.asked;
  delete kb.expect;
});

/** Counts over texts that are there already, so that nothing but the pace lets others go first. */
async function countingOver(read) {
  const kb = await engine;
  const blocks = async (entry) => {
    read(entry);
    return ["one -t\ntwo ", "-t -t\n", "-t"].map((shown) => async () => ({
      shown,
      lowered: shown,
    }));
  };
  const context = {
    text: kb.makeText(published.unicode),
    blocks,
    searched: new Uint8Array(ENTRIES).fill(2),
  };
  return (term, candidates) => kb.onTexts(term, candidates, context);
}

const everywhere = () => new Map(Array.from({ length: ENTRIES }, (_, entry) => [entry, null]));

/** Each look at the clock finds it a millisecond later. */
function clock(t) {
  let now = 0;
  t.mock.method(performance, "now", () => now++);
}

test("a click that comes while texts are counted is answered before the count ends", async (t) => {
  clock(t);
  let read = 0;
  const count = await countingOver(() => read++);
  const counted = count("-t", everywhere());
  const readAtClick = await new Promise((resolve) => setImmediate(() => resolve(read)));
  assert.ok(readAtClick < ENTRIES, `${readAtClick} texts were read before anything else could run`);
  const { entries, counts } = await counted;
  assert.equal(entries.length, ENTRIES);
  assert.deepEqual(new Set(counts), new Set([4]));
});

test("a phrase is counted across blocks that a line does not end", async () => {
  const count = await countingOver(() => {});
  const { counts } = await count("two -t", new Map([[7, null]]));
  assert.deepEqual([...counts], [1]);
});

test("a count ends when a newer query does not need it", async (t) => {
  clock(t);
  const kb = await engine;
  let read = 0;
  kb.asked = "-t";
  const count = await countingOver(() => {
    if (++read === 100) kb.asked = "-th";
  });
  const progress = { needed: 0, done: 0 };
  kb.expect = (more, done) => {
    progress.needed += more;
    progress.done += done;
  };
  await assert.rejects(count("-t", everywhere()), { code: "knowledge_superseded" });
  assert.ok(read < ENTRIES, `all ${read} texts were read`);
  assert.deepEqual(progress, { needed: ENTRIES, done: ENTRIES });
});

for (const newer of ["-t --quiet", '"run -t"']) {
  test(`a count goes on for the newer query ${newer}`, async () => {
    const kb = await engine;
    kb.asked = "-t";
    const count = await countingOver(() => {
      kb.asked = newer;
    });
    const { entries } = await count("-t", everywhere());
    assert.equal(entries.length, ENTRIES);
  });
}
