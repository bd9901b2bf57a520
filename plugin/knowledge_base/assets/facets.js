// How many hits each value of a filter would leave. The twin of facets.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  kb.facets = async (index, { query, filters: given }, keys) => {
    const { terms, filters } = index.text.parse(query, given);
    const { scores } = await kb.scored(index, terms);
    const counted = await Promise.all(
      keys.map(async (key) => {
        // Another store, tier or category would come beside the chosen ones; another tag narrows what they leave.
        const others = key === "tag" ? filters : { ...filters, [key]: [] };
        const rows = await kb.select(index, others);
        const carriers = await kb.carriers(index, others.tag);
        const groups = await GROUPS[key](index, rows);
        return [key, counts(groups, scores, carriers, index.formula.floor)];
      }),
    );
    return Object.fromEntries(counted);
  };

  /**
   * The entries of each value of a key, some of them more than once.
   * @type {Record<FilterKey, (index: Index, rows: Folder[]) => Promise<[string, number[]][]>>}
   */
  const GROUPS = {
    tier: async (index, rows) => rows.map((row) => [index.storeOf(row.first).tier, numbersOf(row)]),
    store: async (index, rows) =>
      rows.map((row) => {
        const { tier, name } = index.storeOf(row.first);
        return [`${tier}/${name}`, numbersOf(row)];
      }),
    category: async (_, rows) =>
      rows.filter(({ folder }) => folder).map((row) => [row.folder, numbersOf(row)]),
    tag: async (index, rows) => {
      const reached = new Set(rows.flatMap(numbersOf));
      return [...(await index.tags())].map(([tag, numbers]) => [
        tag,
        [...numbers].filter((number) => reached.has(number)),
      ]);
    },
  };

  /** @param {Folder} row */
  const numbersOf = ({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i);

  /**
   * @param {[string, number[]][]} groups
   * @param {Float64Array} scores
   * @param {Set<number> | null} carriers
   * @param {(best: number) => number} floor
   */
  const counts = (groups, scores, carriers, floor) => {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    for (const [value, numbers] of groups) {
      const mine = numbers
        .filter((number) => !carriers || carriers.has(number))
        .map((number) => scores[number] ?? 0)
        .filter((score) => score > 0);
      found.set(value, [...(found.get(value) ?? []), ...mine]);
    }
    return [...found]
      .filter(([, mine]) => mine.length > 0)
      .map(([value, mine]) => {
        const least = floor(mine.reduce((best, score) => Math.max(best, score), 0));
        return { value, count: mine.filter((score) => score >= least).length };
      })
      .sort((a, b) => b.count - a.count || kb.byCodePoint(a.value, b.value));
  };
})(globalThis.knowledgeBase);
