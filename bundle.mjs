// Makes of the scripts and styles in assets/ the few files that a site publishes: `make bundles`.
// With --check it writes nothing and fails if those that are there were made from other sources.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { argv, exit } from "node:process";
import { transformSync } from "esbuild";

const ASSETS = new URL("plugin/knowledge_base/assets/", import.meta.url);

/** For every page, for the opened search, and what only some need: the sources of each file, in their order. */
const BUNDLES = {
  "knowledge.js": ["say", "knowledge"],
  "search.js": [
    ...["loader", "text", "formula", "excerpt", "lexicon", "filter", "terms", "index", "search"],
    ...["hits", "rows", "dialog"],
  ],
  "texts.js": ["joints", "texts"],
  "rare.js": ["refusals", "nearest", "facets", "why", "filters", "help", "recent"],
  "page.js": ["listing", "arrival"],
  "knowledge.css": ["knowledge", "dialog"],
  "pages.css": ["pages", "panels"],
};

const read = (/** @type {string} */ name) => readFileSync(new URL(name, ASSETS), "utf8");

const isCheck = argv.includes("--check");
const bundled = Object.entries(BUNDLES).flatMap(([name, stems]) =>
  stems.map((stem) => stem + extname(name)),
);
const left = readdirSync(ASSETS).filter((name) => extname(name) && !bundled.includes(name));
for (const name of left) console.error(`assets/${name} is in no bundle: name it in bundle.mjs`);
let isStale = left.length > 0;
for (const [name, stems] of Object.entries(BUNDLES)) {
  const suffix = extname(name);
  const sources = stems.map((stem) => read(stem + suffix));
  const options = { minify: true, target: "es2022", charset: "utf8" };
  const { code } = transformSync(sources.join(""), { loader: suffix.slice(1), ...options });
  if (!isCheck) writeFileSync(new URL(`bundles/${name}`, ASSETS), code);
  else if (read(`bundles/${name}`) !== code) {
    isStale = true;
    console.error(`assets/bundles/${name} was made from other sources: run "make bundles"`);
  }
}
exit(isStale ? 1 : 0);
