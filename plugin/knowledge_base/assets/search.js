// A query in, ranked hits out. The twin of search.py, step for step; both pass tests/vectors.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const TIERS = ["project", "repo"];
  const ALL = "all";

  /**
   * @param {Index} index
   * @param {SearchRequest} request
   * @returns {Promise<SearchResult>}
   */
  kb.search = async (index, { query, filters: given, limit = null, weaker = false }) => {
    const { terms, filters } = index.text.parse(query, given);
    const rows = await kb.select(index, filters);
    if (limit !== null && limit < 1) (await refusals()).limit(limit);
    if (terms.length === 0) {
      // A tag that is typed before any word is looked for already.
      const { tag } = index.text.parse(query).filters;
      if (tag.length > 0) await (await refusals()).tag(index, rows, tag);
      return { query, terms, filters, total: 0, dropped: 0, hits: [] };
    }
    const scored = await kb.scored(index, terms);
    const carriers = await kb.carriers(index, filters.tag);
    const floor = index.formula.floor;
    const { numbers, total, dropped } = rank(scored.scores, rows, carriers, floor, weaker);
    if (numbers.length === 0 && carriers) await (await refusals()).tag(index, rows, filters.tag);
    const shown = best(scored.scores, numbers, limit ?? index.size);
    const hits = await Promise.all(shown.map((number) => hitOf(index, number, terms, scored)));
    return { query, terms, filters, total, dropped, hits };
  };

  const refusals = async () => {
    await kb.need("rare");
    return kb.refusals;
  };

  /**
   * Counts and affinities of each term, in query order.
   * @param {Index} index
   * @param {string[]} terms
   * @returns {Promise<TermMatches[]>}
   */
  const collect = (index, terms) =>
    Promise.all(
      terms.map(async (term) => {
        const [counts, affinities] = await Promise.all([
          index.counts(term),
          index.affinities(term),
        ]);
        return { counts, affinities };
      }),
    );

  kb.scored = async (index, terms) => {
    const { termScore } = index.formula;
    const evidence = await collect(index, terms);
    const scores = new Float64Array(index.size);
    const covered = new Uint32Array(index.size);
    const add = (/** @type {number} */ entry, /** @type {number} */ score) => {
      scores[entry] = /** @type {number} */ (scores[entry]) + score;
      covered[entry] = /** @type {number} */ (covered[entry]) + 1;
    };
    for (const { counts: list, affinities } of evidence) {
      const { entries, counts } = list;
      for (let i = 0; i < entries.length; i++) {
        const entry = /** @type {number} */ (entries[i]);
        add(entry, termScore(counts[i] ?? 0, affinities.get(entry) ?? 0));
      }
      for (const [entry, likeness] of affinities) {
        if (countIn(list, entry) === 0) add(entry, termScore(0, likeness));
      }
    }
    for (let entry = 0; entry < index.size; entry++) {
      const matched = /** @type {number} */ (covered[entry]);
      if (matched === 0) continue;
      const sum = /** @type {number} */ (scores[entry]);
      scores[entry] = index.searched[entry] === 2 ? kb.score(sum, matched / terms.length) : 0;
    }
    return { evidence, scores, covered };
  };

  /**
   * The entries with a score, and how many of them are at or above the cutoff; without `weaker`, those alone.
   * @param {Float64Array} scores
   * @param {Folder[]} rows
   * @param {Set<number> | null} carriers
   * @param {(best: number) => number} floorOf
   * @param {boolean} weaker
   */
  const rank = (scores, rows, carriers, floorOf, weaker) => {
    /** @type {number[]} */
    const found = [];
    let best = 0;
    for (const { first, end } of rows) {
      for (let number = first; number < end; number++) {
        const score = /** @type {number} */ (scores[number]);
        if (score === 0 || carriers?.has(number) === false) continue;
        found.push(number);
        if (score > best) best = score;
      }
    }
    const floor = floorOf(best);
    const reached = [];
    for (const number of found) {
      if (/** @type {number} */ (scores[number]) >= floor) reached.push(number);
    }
    return {
      numbers: weaker ? found : reached,
      total: reached.length,
      dropped: found.length - reached.length,
    };
  };

  /**
   * So many of the entries, the best first; ties by number, which is the order of the stores and, in a store, of the
   * paths as UTF-8.
   * @param {Float64Array} scores
   * @param {number[]} numbers
   * @param {number} limit
   */
  const best = (scores, numbers, limit) => {
    const scoreOf = (/** @type {number} */ number) => /** @type {number} */ (scores[number]);
    const least = Float64Array.from(numbers, scoreOf).sort()[numbers.length - limit] ?? 0;
    return numbers
      .filter((number) => scoreOf(number) >= least)
      .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
      .slice(0, limit);
  };

  /**
   * @param {TermCounts} list
   * @param {number} entry
   */
  const countIn = ({ entries, counts }, entry) => {
    const at = kb.lastAtOrBefore(entries.length, (i) => /** @type {number} */ (entries[i]) > entry);
    return entries[at] === entry ? (counts[at] ?? 0) : 0;
  };

  /**
   * @param {Index} index
   * @param {number} number
   * @param {string[]} terms
   * @param {Scored} scored
   * @returns {Promise<Hit>}
   */
  const hitOf = async (index, number, terms, { evidence, scores, covered }) => {
    // Not waited for here: it arrives beside the texts.
    index.addresses(number).catch(() => {});
    const { path, title, checksum, tags, blocks, copy } = await index.entry(number);
    const copies = copy === number ? [] : await index.copies(number, copy);
    const parts = terms.map((term, i) => {
      const list = evidence[i]?.counts;
      const count = list ? countIn(list, number) : 0;
      const affinity = evidence[i]?.affinities.get(number) ?? 0;
      return { term, count, affinity, score: index.formula.termScore(count, affinity) };
    });
    const held = parts.filter(({ count }) => count > 0).map(({ term }) => term);
    const found = held.length > 0 ? await excerptsOf(index, blocks, held) : [];
    const slash = path.indexOf("/");
    const { tier, name } = index.storeOf(number);
    const hit = {
      tier,
      name,
      path,
      category: slash < 0 ? "" : path.slice(0, slash),
      title,
      score: /** @type {number} */ (scores[number]),
      tags,
      checksum,
      excerpts: found.map(({ excerpt }) => excerpt),
      evidence: parts,
      coverage: /** @type {number} */ (covered[number]) / terms.length,
      missing: [...new Set(parts.filter((part) => part.score === 0).map(({ term }) => term))],
      copies,
    };
    index.numbers.set(hit, number);
    index.found.set(hit, found);
    return hit;
  };

  /**
   * Those of the first block that holds a term, if it is one of the first blocks.
   * @param {Index} index
   * @param {(() => Promise<Block>)[]} blocks
   * @param {string[]} terms
   */
  const excerptsOf = async (index, blocks, terms) => {
    let lines = 0;
    for (const make of blocks.slice(0, index.manifest.constants.excerptBlocks)) {
      const block = await make();
      const found = kb.excerpts(block, terms, index.text, index.manifest.constants);
      if (found.length > 0) return found.map((one) => ({ ...one, line: lines + one.line }));
      lines += kb.count(block.shown, "\n");
    }
    return [];
  };

  kb.select = async ({ stores, manifest, searched }, { tier, store, category }) => {
    for (const name of tier) {
      if (name !== ALL && !TIERS.includes(name)) (await refusals()).tier(name, stores);
    }
    const only = tier.includes(ALL) || tier.length !== 1 ? ALL : String(tier[0]);
    const reached = stores.filter((one) => only === ALL || one.tier === only);
    const isNamed = (/** @type {IndexedStore} */ one, /** @type {string} */ name) =>
      name === one.name || name === `${one.tier}/${one.name}`;
    for (const name of store) {
      if (!reached.some((one) => isNamed(one, name))) (await refusals()).store(name, reached, only);
    }
    const selected = reached.filter(
      (one) => store.length === 0 || store.some((name) => isNamed(one, name)),
    );
    const rows = selected.flatMap(({ rows }) => rows);
    for (const name of category) {
      if (!rows.some(({ folder, first }) => folder === name && searched[first])) {
        (await refusals()).category(name, manifest, stores);
      }
    }
    return rows.filter(({ folder }) => category.length === 0 || category.includes(folder));
  };

  kb.carriers = async (index, wanted) => {
    if (wanted.length === 0) return null;
    const tags = await index.tags();
    const [first = new Set(), ...rest] = wanted.map((tag) => new Set(tags.get(tag)));
    return new Set([...first].filter((number) => rest.every((set) => set.has(number))));
  };
})(globalThis.knowledgeBase);
