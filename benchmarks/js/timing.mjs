// What the scripts here share: a request on stdin, an answer on stdout, warm times.
import { readFileSync } from "node:fs";

const PASSES = 3;
const SECONDS = 120;

export const request = JSON.parse(readFileSync(0, "utf-8"));

export const answer = (value) => console.log(JSON.stringify(value));

/** Milliseconds of each query, the median of several warm passes; fewer passes where one takes long. */
export async function warm(queries, ask) {
  for (const query of queries) await ask(query);
  const times = queries.map(() => []);
  const end = performance.now() + SECONDS * 1000;
  for (let pass = 0; pass < PASSES && (pass === 0 || performance.now() < end); pass++) {
    for (const [i, query] of queries.entries()) {
      const start = performance.now();
      await ask(query);
      times[i].push(performance.now() - start);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
}

/** The times of all lists of queries, and the paths that the rare ones find. */
export async function measure({ known, prefix, rare }, ask, paths) {
  return {
    known: await warm(known, ask),
    prefix: await warm(prefix.flat(), ask),
    rare: await warm(rare, ask),
    found: await Promise.all(rare.map(async (query) => paths(await ask(query)))),
  };
}
