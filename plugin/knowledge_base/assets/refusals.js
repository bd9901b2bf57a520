// What the engine says when it refuses: the sentences of search.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const ALL = "all";
  const TIERS = ["project", "repo", ALL];
  const SHOWN_TAGS = 20;

  /** The order of UTF-8, which is not JavaScript's own. */
  kb.byCodePoint = (a, b) => {
    for (let i = 0; ; i++) {
      const x = a.codePointAt(i) ?? -1;
      const y = b.codePointAt(i) ?? -1;
      if (x !== y || x < 0) return x - y;
    }
  };

  /**
   * The known word with the fewest edits to `word`, the first of equals; none if half of it would change.
   * @param {string} word
   * @param {Iterable<string>} known
   */
  kb.nearest = (word, known) => {
    const written = [...word];
    let best = null;
    let bestDistance = Math.floor(written.length / 2) + 1;
    for (const candidate of known) {
      const distance = kb.edits(written, [...candidate]);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  };

  /**
   * The fewest letters to put in, take out or change that make one word the other.
   * @param {string[]} a
   * @param {string[]} b
   */
  kb.edits = (a, b) => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    a.forEach((char, i) => {
      const next = [i + 1];
      b.forEach((other, j) => {
        const swap = /** @type {number} */ (row[j]) + (char === other ? 0 : 1);
        next.push(
          Math.min(
            /** @type {number} */ (row[j + 1]) + 1,
            /** @type {number} */ (next[j]) + 1,
            swap,
          ),
        );
      });
      row = next;
    });
    return /** @type {number} */ (row[b.length]);
  };

  /**
   * @param {string} word
   * @param {Iterable<string>} known
   */
  kb.didYouMean = (word, known) => {
    const match = kb.nearest([...word].slice(0, 100).join(""), known);
    return match === null ? "" : `did you mean "${match}"? `;
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

  /** @type {(code: string, message: string, nextAction: string, resource?: string) => never} */
  const refuse = (code, message, nextAction, resource) => {
    throw new kb.KnowledgeError(code, message, nextAction, resource);
  };

  kb.refusals = {
    limit: (limit) =>
      refuse(
        "knowledge_limit_invalid",
        `the limit must be at least 1, got ${limit}`,
        "omit it or raise it",
      ),
    tier: (tier, stores) =>
      refuse(
        "knowledge_tier_invalid",
        `unknown knowledge tier "${tier}"`,
        `${kb.didYouMean(tier, TIERS)}reissue with the tier "project", "repo" or "all"; ${available(stores, ALL)}`,
      ),
    store: (name, reached, tier) =>
      refuse(
        "knowledge_store_unknown",
        `no knowledge store named "${name}" in ${tier === ALL ? "any tier" : `the "${tier}" tier`}`,
        kb.didYouMean(
          name,
          reached.map((store) => store.name),
        ) + available(reached, tier),
        name,
      ),
    category: (name, { categories }, stores) => {
      const folders = stores.flatMap(({ rows }) => rows.map(({ folder }) => folder));
      const alwaysApplied = categories.filter((one) => one.retrieval === "always-applied");
      const known = new Set([...categories.map((one) => one.name), ...folders]);
      for (const one of ["", ...alwaysApplied.map((category) => category.name)]) known.delete(one);
      if (known.has(name)) return;
      refuse(
        "knowledge_category_unknown",
        `no search reaches a category "${name}"`,
        `${kb.didYouMean(name, known)}categories that are searched: ${[...known].join(", ")}`,
        name,
      );
    },
    tag: async (index, rows, wanted) => {
      const reached = (/** @type {number} */ number) =>
        index.searched[number] !== 0 &&
        rows.some(({ first, end }) => first <= number && number < end);
      const used = [...(await index.tags())]
        .map(([tag, numbers]) => ({ tag, count: numbers.filter(reached).length }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || kb.byCodePoint(a.tag, b.tag))
        .map(({ tag }) => tag);
      const tag = wanted.find((one) => !used.includes(one));
      if (tag === undefined) return;
      const more = used.length - SHOWN_TAGS;
      const listed = used.slice(0, SHOWN_TAGS).join(", ") + (more > 0 ? ` and ${more} more` : "");
      refuse(
        "knowledge_tag_unknown",
        `no knowledge entry in scope carries the tag "${tag}"`,
        kb.didYouMean(tag, used) +
          (used.length > 0 ? `tags in use: ${listed}` : "no entry in scope carries any tag yet"),
        tag,
      );
    },
  };
})(globalThis.knowledgeBase);
