// What becomes of a string: the vectors that Python reads too.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { loadStrings } = require("./strings.js");

const vectors = JSON.parse(readFileSync(path.join(__dirname, "../vectors/strings.json"), "utf-8"));

for (const { name, language, key, values, expected } of vectors) {
  test(name, () => {
    loadStrings(language);
    assert.equal(globalThis.knowledgeBase.say(key, values), expected);
  });
}
