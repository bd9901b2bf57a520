// The English strings as the site gets them. The catalogue has one string a line, in quotes: no YAML parser is needed.
const { readFileSync } = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const PACKAGE = path.join(__dirname, "../../plugin/knowledge_base");

/** @param {string} line */
const parsed = (line) => {
  const [, key = "", value = ""] = line.match(/^([\w.]+): (.*)$/) ?? [];
  return [key, JSON.parse(value.replace(/(\w+): "/g, '"$1": "'))];
};

exports.loadStrings = (language = "en") => {
  const lines = readFileSync(path.join(PACKAGE, `languages/${language}.yml`), "utf-8").split("\n");
  globalThis.knowledgeBase ??= {};
  globalThis.knowledgeBase.strings = Object.fromEntries(
    lines.filter((line) => line && !line.startsWith("#")).map(parsed),
  );
  const file = path.join(PACKAGE, "assets/say.js");
  vm.runInThisContext(readFileSync(file, "utf-8"), { filename: file });
};
