// The search engine of the site, loaded from the files that the browser runs.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const ASSETS =
  process.env.KB_ASSETS ??
  path.join(path.dirname(fileURLToPath(import.meta.url)), "../../plugin/knowledge_base/assets");

/** In the order in which the browser loads them. */
export const ENGINE = [
  "text.js",
  "formula.js",
  "excerpt.js",
  "lexicon.js",
  "filter.js",
  "terms.js",
  "index.js",
  "search.js",
  "joints.js",
  "texts.js",
  "refusals.js",
  "facets.js",
  "nearest.js",
];

export function loadEngine() {
  for (const name of ENGINE) {
    const file = path.join(ASSETS, name);
    vm.runInThisContext(readFileSync(file, "utf-8"), { filename: file });
  }
  const kb = globalThis.knowledgeBase;
  kb.need = async () => {};
  return kb;
}
