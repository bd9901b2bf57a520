// What each query loads when it is the first one, and the CPU of a query when all have been asked before.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { loadEngine } from "../../tests/js/engine.mjs";
import { answer, request } from "./timing.mjs";

const PASSES = 5;

const kb = loadEngine();
const open = (/** @type {string[]} */ loaded) =>
  kb.openIndex(async (name) => {
    loaded.push(name);
    return JSON.parse(await readFile(path.join(request.index, name), "utf-8"));
  });

const loads = [];
for (const query of request.queries) {
  const loaded = [];
  await kb.search(await open(loaded), { query, limit: request.limit });
  loads.push([...new Set(loaded)]);
}

const index = await open([]);
const pass = async () => {
  for (const query of request.queries) await kb.search(index, { query, limit: request.limit });
};
await pass();
const before = process.cpuUsage();
for (let i = 0; i < PASSES; i++) await pass();
const { user, system } = process.cpuUsage(before);
answer({ loads, ms: (user + system) / 1000 / PASSES / request.queries.length });
