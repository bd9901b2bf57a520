// What to say where nothing was found. The twin of nearest.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const LONG = 24;
  const SHORT = 3;
  const SHOWN = 3;
  const MOST_READ = 100;

  kb.unknownWords = async (index, terms) => {
    /** @type {Set<string>} */
    const unknown = new Set();
    for (const term of terms) {
      if (await isKnown(index, term)) continue;
      const words = index.text.words(term);
      const known = await Promise.all(words.map((word) => isKnown(index, word)));
      const missing = words.filter((_, i) => !known[i]);
      for (const word of missing.length > 0 ? missing : [term]) unknown.add(word);
    }
    return [...unknown];
  };

  /**
   * @param {Index} index
   * @param {string} term
   */
  const isKnown = async (index, term) => {
    const { entries } = await index.counts(term);
    if (entries.length > 0) return true;
    const affinities = await index.affinities(term);
    return [...affinities.keys()].some((number) => index.searched[number] === 2);
  };

  kb.nearestWords = async (index, word) => {
    const points = [...word];
    const most = points.length > SHORT ? 2 : 1;
    const [initial] = points;
    if (!initial || points.length > LONG + most) return [];
    const { runs } = index.manifest;
    const from = kb.lastAtOrBefore(runs.length, (i) => (runs[i]?.[0] ?? "") > initial);
    const shards = runs.filter(
      ([first], i) => i === from || (i > from && first.startsWith(initial)),
    );
    const lexicon = new kb.Lexicon(runs, index.shard);
    const parts = await Promise.all(shards.map(([, name]) => lexicon.part(name)));
    return parts
      .flatMap(({ words }) => words)
      .filter((known) => known.startsWith(initial))
      .map((known) => ({ known, letters: [...known] }))
      .filter(({ letters }) => letters.length > 1)
      .filter(({ letters }) => Math.abs(letters.length - points.length) <= most)
      .map(({ known, letters }) => ({
        known,
        distance: kb.edits(points, letters),
        shared: sharedLength(points, letters),
      }))
      .filter(({ distance }) => distance > 0 && distance <= most)
      .sort(
        (a, b) =>
          a.distance - b.distance || b.shared - a.shared || kb.byCodePoint(a.known, b.known),
      )
      .slice(0, SHOWN)
      .map(({ known }) => known);
  };

  /**
   * @param {string[]} a
   * @param {string[]} b
   */
  const sharedLength = (a, b) => {
    const at = a.findIndex((char, i) => char !== b[i]);
    return at < 0 ? a.length : at;
  };

  kb.heldByAlwaysApplied = async (index, terms) => {
    const rows = index.stores.flatMap((store) => store.rows);
    const described = new Set(index.manifest.descriptions);
    const numbers = rows
      .filter(({ first }) => index.searched[first] === 0)
      .flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i))
      .filter((number) => !described.has(number));
    const held = await Promise.all(
      numbers.slice(0, MOST_READ).map(async (number) => {
        const { path, title, tags, blocks } = await index.entry(number);
        const body = index.text.foldLines((await blocks[0]?.())?.lowered ?? "");
        const found = terms.filter(
          (term) =>
            body.includes(term) || tags.some((tag) => index.formula.affinity(term, tag) > 0),
        );
        const place = { ...index.storeOf(number), path, title, terms: [...new Set(found)] };
        index.numbers.set(place, number);
        return found.length > 0 ? [place] : [];
      }),
    );
    return held.flat();
  };
})(globalThis.knowledgeBase);
