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
    const ranked = rank(index, selected, evidence, await carriers(index, wanted));
    if (ranked.length === 0 && wanted.length > 0) await refuseUnknownTag(index, selected, wanted);
    const best = ranked[0]?.score ?? 0;
    const end = ranked.findIndex(({ score }) => score < index.formula.floor(best));
    const total = end < 0 ? ranked.length : end;
    const shown = ranked.slice(0, Math.min(limit ?? total, total));
    const hits = await Promise.all(shown.map((found) => hitOf(index, found, terms, evidence)));
    return { query, terms, total, dropped: ranked.length - total, hits };
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
   * Every entry that can be a hit and has a score, best first; ties by number, which is the order of the stores
   * and, in a store, of the paths as UTF-8.
   * @param {Index} index
   * @param {IndexedStore[]} selected
   * @param {TermMatches[]} evidence
   * @param {Set<number> | null} carriers
   */
  const rank = (index, selected, evidence, carriers) => {
    const sums = new Float64Array(index.size);
    const covered = new Uint32Array(index.size);
    const add = (/** @type {number} */ entry, /** @type {number} */ termScore) => {
      sums[entry] = /** @type {number} */ (sums[entry]) + termScore;
      covered[entry] = /** @type {number} */ (covered[entry]) + 1;
    };
    for (const { counts, affinities } of evidence) {
      for (const [entry, count] of counts) {
        add(entry, index.formula.termScore(count, affinities.get(entry) ?? 0));
      }
      for (const [entry, likeness] of affinities) {
        if (!counts.has(entry)) add(entry, index.formula.termScore(0, likeness));
      }
    }
    /** @type {Ranked[]} */
    const ranked = [];
    for (const { first, end } of selected) {
      for (let number = first; number < end; number++) {
        if (index.searched[number] !== 2 || (carriers && !carriers.has(number))) continue;
        const coverage = /** @type {number} */ (covered[number]) / evidence.length;
        const score = kb.score(/** @type {number} */ (sums[number]), coverage);
        if (score > 0) ranked.push({ number, score, coverage });
      }
    }
    return ranked.sort((a, b) => b.score - a.score || a.number - b.number);
  };

  /**
   * @param {Index} index
   * @param {Ranked} found
   * @param {string[]} terms
   * @param {TermMatches[]} evidence
   * @returns {Promise<Hit>}
   */
  const hitOf = async (index, { number, score, coverage }, terms, evidence) => {
    const [[path, title, checksum, tags], body] = await Promise.all([
      index.row(number),
      index.body(number),
    ]);
    const parts = terms.map((term, i) => {
      const count = evidence[i]?.counts.get(number) ?? 0;
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
      excerpts: kb.excerpts(body, terms, index.text, index.manifest.constants),
      evidence: parts,
      coverage,
      missing: [...new Set(parts.filter((part) => part.score === 0).map(({ term }) => term))],
    };
    index.numbers.set(hit, number);
    return hit;
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
  const carriers = async (index, wanted) => {
    if (wanted.length === 0) return null;
    const tags = await index.tags("");
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
    const counted = [...(await index.tags(""))].map(([tag, numbers]) => [
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
