// Our search in Node, from the very files that the browser runs.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { loadEngine } from "../../tests/js/engine.mjs";
import { answer, measure, request } from "./timing.mjs";

const kb = loadEngine();
const index = await kb.openIndex(async (name) =>
  JSON.parse(await readFile(path.join(request.index, name), "utf-8")),
);

if (request.every) {
  const answers = [];
  for (const query of request.every) {
    const { total, dropped, hits } = await kb.search(index, { query, limit: request.limit });
    answers.push([total, dropped, hits.map(({ path, score }) => [path, score])]);
  }
  answer(answers);
} else {
  const ask = (query) => kb.search(index, { query, limit: request.limit });
  answer(await measure(request, ask, ({ hits }) => hits.map((hit) => hit.path)));
}
