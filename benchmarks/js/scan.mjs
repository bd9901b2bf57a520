// Brute force in JavaScript: every body is scanned for every term, nothing is indexed. Tags are left out.
import { answer, measure, request } from "./timing.mjs";

const entries = request.entries.map(({ path, text }) => ({ path, text: text.toLowerCase() }));

const count = (text, term) => {
  let found = 0;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) found++;
  return found;
};

const ask = async (query) => {
  const terms = query.toLowerCase().split(/\s+/);
  const hits = [];
  for (const { path, text } of entries) {
    let sum = 0;
    let covered = 0;
    for (const term of terms) {
      const times = count(text, term);
      if (times > 0) covered++;
      sum += times > 0 ? 1 + Math.log2(times) : 0;
    }
    if (covered > 0) hits.push({ path, score: sum * (covered / terms.length) ** 2 });
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, request.limit);
};

answer(await measure(request, ask, (hits) => hits.map(({ path }) => path)));
