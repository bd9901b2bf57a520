// MiniSearch over title, tags and text of the looked-up entries, nothing stored but the paths.
import { gzipSync } from "node:zlib";
import MiniSearch from "minisearch";
import { answer, measure, request } from "./timing.mjs";

const OPTIONS = { idField: "path", fields: ["title", "tags", "text"] };

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const start = cpu();
const index = new MiniSearch(OPTIONS);
index.addAll(request.entries);
const build = cpu() - start;
const json = JSON.stringify(index);

const searches = {};
for (const [name, options] of Object.entries({ whole: {}, prefix: { prefix: true } })) {
  const ask = async (query) => index.search(query, options).slice(0, request.limit);
  searches[name] = await measure(request, ask, (hits) => hits.map(({ id }) => id));
}
answer({ build, bytes: gzipSync(json, { level: 9 }).length, searches });
