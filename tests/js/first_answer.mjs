// node tests/js/first_answer.mjs INDEX_DIR: each query on stdin, one a line, asked of an index that was just opened.
// A line is answered by one line: `total`, the paths of the first hits, and the names of the files that were loaded.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { loadEngine } from "./engine.mjs";

const HITS = 5;
const [directory = ""] = process.argv.slice(2);
const kb = loadEngine();
for (const query of (await text(process.stdin)).split("\n")) {
  const loaded = new Set();
  const index = await kb.openIndex(async (name) => {
    loaded.add(name);
    return JSON.parse(await readFile(path.join(directory, name), "utf-8"));
  });
  const { total, hits } = await kb.search(index, { query, limit: HITS });
  console.log(JSON.stringify({ total, hits: hits.map((hit) => hit.path), loaded: [...loaded] }));
}
