// A query in, ranked hits out. The twin of search.py, step for step; both pass tests/vectors.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const TIERS = ["project", "repo"];
  const ALL = "all";
  const SHOWN_TAGS = 20;

  /**
   * @param {Index} index
   * @param {SearchRequest} request
   * @returns {Promise<SearchResult>}
   */
  kb.search = async (index, { query, tier = ALL, filter = [], tags = [], limit = null }) => {
    const selected = select(index.stores, tier, filter);
    if (limit !== null && limit < 1) {
      throw new kb.KnowledgeError(
        "knowledge_limit_invalid",
        `the limit must be at least 1, got ${limit}`,
        "omit it or raise it",
      );
    }
    const terms = index.text.terms(query);
    if (terms.length === 0) return { query, terms, total: 0, dropped: 0, hits: [] };
    const wanted = index.text.normaliseTags(tags);
    const evidence = await collect(index, terms);
    const carriers = await carriersOf(index, wanted);
    const most = limit ?? index.size;
    const { ranked, total, dropped } = rank(index, selected, evidence, carriers, most);
    if (ranked.length === 0 && wanted.length > 0) await refuseUnknownTag(index, selected, wanted);
    const hits = await Promise.all(ranked.map((found) => hitOf(index, found, terms, evidence)));
    return { query, terms, total, dropped, hits };
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

  /**
   * Every entry that can be a hit and has a score: how many reach the cutoff, how many do not, and the best of them,
   * best first; ties by number, which is the order of the stores and, in a store, of the paths as UTF-8.
   * @param {Index} index
   * @param {IndexedStore[]} selected
   * @param {TermMatches[]} evidence
   * @param {Set<number> | null} carriers
   * @param {number} limit
   */
  const rank = (index, selected, evidence, carriers, limit) => {
    const { termScore } = index.formula;
    const sums = new Float64Array(index.size);
    const covered = new Uint32Array(index.size);
    const add = (/** @type {number} */ entry, /** @type {number} */ score) => {
      sums[entry] = /** @type {number} */ (sums[entry]) + score;
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
    let best = 0;
    let scored = 0;
    for (const { first, end } of selected) {
      for (let number = first; number < end; number++) {
        const terms = /** @type {number} */ (covered[number]);
        if (terms === 0) continue;
        const isHit = index.searched[number] === 2 && (!carriers || carriers.has(number));
        const sum = /** @type {number} */ (sums[number]);
        const score = isHit ? kb.score(sum, terms / evidence.length) : 0;
        sums[number] = score;
        if (score > 0) scored++;
        if (score > best) best = score;
      }
    }
    const floor = index.formula.floor(best);
    /** @type {number[]} */
    const reached = [];
    for (const { first, end } of selected) {
      for (let number = first; number < end; number++) {
        const score = /** @type {number} */ (sums[number]);
        if (score > 0 && score >= floor) reached.push(number);
      }
    }
    const scoreOf = (/** @type {number} */ number) => /** @type {number} */ (sums[number]);
    const least = Float64Array.from(reached, scoreOf).sort()[reached.length - limit] ?? 0;
    const ranked = reached
      .filter((number) => scoreOf(number) >= least)
      .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
      .slice(0, limit)
      .map((number) => ({
        number,
        score: scoreOf(number),
        coverage: /** @type {number} */ (covered[number]) / evidence.length,
      }));
    return { ranked, total: reached.length, dropped: scored - reached.length };
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
   * @param {Ranked} found
   * @param {string[]} terms
   * @param {TermMatches[]} evidence
   * @returns {Promise<Hit>}
   */
  const hitOf = async (index, { number, score, coverage }, terms, evidence) => {
    const { path, title, checksum, tags, blocks } = await index.entry(number);
    const excerpts = await excerptsOf(index, blocks, terms);
    const parts = terms.map((term, i) => {
      const list = evidence[i]?.counts;
      const count = list ? countIn(list, number) : 0;
      const affinity = evidence[i]?.affinities.get(number) ?? 0;
      return { term, count, affinity, score: index.formula.termScore(count, affinity) };
    });
    const store = /** @type {IndexedStore} */ (index.stores.find(({ end }) => number < end));
    const slash = path.indexOf("/");
    const hit = {
      tier: store.tier,
      name: store.name,
      path,
      category: slash < 0 ? "" : path.slice(0, slash),
      title,
      score,
      tags,
      checksum,
      excerpts,
      evidence: parts,
      coverage,
      missing: [...new Set(parts.filter((part) => part.score === 0).map(({ term }) => term))],
    };
    index.numbers.set(hit, number);
    return hit;
  };

  /**
   * Those of the first block that holds a term, if it is one of the first blocks.
   * @param {Index} index
   * @param {(() => Promise<Block>)[]} blocks
   * @param {string[]} terms
   */
  const excerptsOf = async (index, blocks, terms) => {
    for (const block of blocks.slice(0, index.manifest.constants.excerptBlocks)) {
      const found = kb.excerpts(await block(), terms, index.text, index.manifest.constants);
      if (found.length > 0) return found;
    }
    return [];
  };

  /**
   * @param {IndexedStore[]} stores
   * @param {string} tier
   * @param {string[]} names
   */
  const select = (stores, tier, names) => {
    if (![...TIERS, ALL].includes(tier)) {
      throw new kb.KnowledgeError(
        "knowledge_tier_invalid",
        `unknown knowledge tier "${tier}"`,
        `${kb.didYouMean(tier, [...TIERS, ALL])}reissue with the tier "project", "repo" or "all"; ${available(stores, ALL)}`,
      );
    }
    const reached = stores.filter((store) => tier === ALL || store.tier === tier);
    for (const name of names) {
      if (!reached.some((store) => store.name === name)) {
        const known = reached.map((store) => store.name);
        throw new kb.KnowledgeError(
          "knowledge_store_unknown",
          `no knowledge store named "${name}" in ${tier === ALL ? "any tier" : `the "${tier}" tier`}`,
          kb.didYouMean(name, known) + available(reached, tier),
          name,
        );
      }
    }
    return reached.filter((store) => names.length === 0 || names.includes(store.name));
  };

  /**
   * @param {IndexedStore[]} stores
   * @param {string} tier
   */
  const available = (stores, tier) => {
    const within = tier === ALL ? "" : ` in the "${tier}" tier`;
    const names = stores.map((store) => store.name).join(", ");
    return names ? `stores available${within}: ${names}` : `no stores are configured${within}`;
  };

  /**
   * The entries that carry every wanted tag; null where none is wanted.
   * @param {Index} index
   * @param {string[]} wanted
   */
  const carriersOf = async (index, wanted) => {
    if (wanted.length === 0) return null;
    const tags = await index.tags();
    const [first = new Set(), ...rest] = wanted.map((tag) => new Set(tags.get(tag)));
    return new Set([...first].filter((number) => rest.every((set) => set.has(number))));
  };

  /**
   * @param {Index} index
   * @param {IndexedStore[]} selected
   * @param {string[]} wanted
   */
  const refuseUnknownTag = async (index, selected, wanted) => {
    const reached = (/** @type {number} */ number) =>
      index.searched[number] !== 0 &&
      selected.some(({ first, end }) => first <= number && number < end);
    /** @type {[string, number][]} */
    const counted = [...(await index.tags())].map(([tag, numbers]) => [
      tag,
      numbers.filter(reached).length,
    ]);
    const used = counted
      .filter(([, count]) => count > 0)
      .sort((a, b) => b[1] - a[1])
      .map(([tag]) => tag);
    for (const tag of wanted) {
      if (used.includes(tag)) continue;
      const more = used.length - SHOWN_TAGS;
      const listed = used.slice(0, SHOWN_TAGS).join(", ") + (more > 0 ? ` and ${more} more` : "");
      throw new kb.KnowledgeError(
        "knowledge_tag_unknown",
        `no knowledge entry in scope carries the tag "${tag}"`,
        kb.didYouMean(tag, used) +
          (used.length > 0 ? `tags in use: ${listed}` : "no entry in scope carries any tag yet"),
        tag,
      );
    }
  };
})(globalThis.knowledgeBase);
