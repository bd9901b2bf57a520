// node tests/js/search_index.mjs INDEX_DIR: answers searches with the very files that the browser runs.
// A line on stdin, {"query","filters","limit","weaker"}, is answered by one line: the JSON of `kb search`; with
// {"ask": "facets"} by the counts of all filters, with {"ask": "nearest"} by what is said without hits.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { loadEngine } from "./engine.mjs";

const [directory] = process.argv.slice(2);
if (!directory) {
  console.error("usage: node tests/js/search_index.mjs INDEX_DIR");
  process.exit(2);
}

const kb = loadEngine();
const index = await kb.openIndex(async (name) =>
  JSON.parse(await readFile(path.join(directory, name), "utf-8")),
);

const ASK = {
  hits: (request) => kb.search(index, request),
  facets: (request) => kb.facets(index, request, ["tier", "store", "category", "tag"]),
  nearest: async ({ query }) => {
    const { terms } = index.text.parse(query);
    const unknown = await kb.unknownWords(index, terms);
    return {
      unknown: await Promise.all(
        unknown.map(async (word) => ({ word, nearest: await kb.nearestWords(index, word) })),
      ),
      held: await kb.heldByAlwaysApplied(index, terms),
    };
  },
};

for await (const line of lines(process.stdin.setEncoding("utf-8"))) {
  if (line.trim()) console.log(oneLine(await answer(JSON.parse(line))));
}

/** Lines end at LF only; `node:readline` also breaks at U+2028, which JSON may hold. */
async function* lines(stream) {
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  yield rest;
}

/** One line for every reader, also for those that break at the line ends of Unicode. */
function oneLine(value) {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @param {Record<string, unknown>} request */
async function answer(request) {
  try {
    return await ASK[request.ask ?? "hits"](request);
  } catch (error) {
    if (!(error instanceof kb.KnowledgeError)) throw error;
    const { code, message, resource, nextAction } = error;
    return { error: { code, message, resource, next_action: nextAction } };
  }
}
