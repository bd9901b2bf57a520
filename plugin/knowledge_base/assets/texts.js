// A phrase, or a term of several classes: counted on the texts of the entries that may hold it. A part of the twin of
// index/terms.py. Fetched with the first such term.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const LONG = 24;
  /** A joint has so many characters. */
  const SHORT = 3;
  /** So many texts are asked for at a time. */
  const AT_ONCE = 64;
  /** @type {TermCounts} */
  const NONE = { entries: new Uint32Array(0), counts: new Uint32Array(0) };

  kb.countOnTexts = async (term, context) => {
    const { text } = context;
    if (term.includes(" ")) return kb.onTexts(term, await holdersOfAll(term, context), context);
    if ([...term].length <= 2 && text.pieces(term).length === 1) return NONE;
    return kb.onTexts(term, await withJoints(term, context), context);
  };

  kb.onTexts = async (term, candidates, { text, blocks: blocksOf, searched }) => {
    const sums = new Int32Array(searched.length);
    const fold = term.includes(" ") ? text.foldLines : String;
    const pace = kb.pace();
    const left = candidates.entries();
    const { asked } = kb;
    let expected = candidates.size;
    kb.expect?.(expected, 0);
    const work = async () => {
      for (const [entry, wanted] of left) {
        const blocks = await blocksOf(entry);
        const read = wanted ? wanted.map((at) => blocks[at]) : blocks;
        const parts = await Promise.all(read.map((block) => block?.()));
        let lines = "";
        for (const [i, part] of parts.entries()) {
          const { lowered } = /** @type {Block} */ (part);
          lines += lowered;
          // A term lies in one line, and a line may go on in the next block.
          if (i + 1 < parts.length && !lowered.endsWith("\n")) continue;
          sums[entry] = /** @type {number} */ (sums[entry]) + kb.count(fold(lines), term);
          lines = "";
          await pace();
          if (kb.asked !== asked && !isWanted(term, text))
            throw new kb.KnowledgeError("knowledge_superseded", "", "");
        }
        expected--;
        kb.expect?.(0, 1);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      kb.expect?.(0, expected);
    }
    return kb.listOf(sums);
  };

  /**
   * Whether the query that was asked last needs the counts of a term.
   * @param {string} term
   * @param {TextRules} text
   */
  const isWanted = (term, text) => {
    const { terms } = text.parse(kb.asked ?? "");
    return terms.some((one) => one === term || text.words(one).includes(term));
  };

  /**
   * The entries that hold all words of a phrase, each with null for all of its blocks.
   * @param {string} term
   * @param {TextsContext} context
   * @returns {Promise<Map<number, null>>}
   */
  const holdersOfAll = async (term, { text, counts }) => {
    const lists = await Promise.all(text.words(term).map(counts));
    const [first, ...rest] = lists.map(({ entries }) => new Set(entries));
    const held = [...(first ?? [])].filter((entry) => rest.every((list) => list.has(entry)));
    return new Map(held.map((entry) => [entry, null]));
  };

  /**
   * Blocks that may hold a term of several classes, by entry: of entries that hold each of its pieces, those that hold
   * each of its joints.
   * @param {string} term
   * @param {TextsContext} context
   * @returns {Promise<Map<number, number[]>>}
   */
  const withJoints = async (term, { manifest, load, text, searched, runs, marks, counts }) => {
    const pieces = text.pieces(term);
    /** @type {string[]} */
    const rest = [];
    const { joints } = manifest;
    const [blocksOf, ...known] = await Promise.all([
      kb.jointsOf(term, { joints, size: searched.length, pieces: text.pieces, load }),
      ...pieces.map(async (piece, at) => {
        const inside = at > 0 && at < pieces.length - 1;
        const kind = text.classOf(piece);
        const length = [...piece].length;
        if (kind === "pair") {
          const characters = [...piece];
          const pairs = characters.map((char, i) => char + (characters[i + 1] ?? ""));
          return Promise.all(pairs.map((pair) => counts(pair)));
        }
        // Its joint holds it.
        if (!inside && length < SHORT && [...term].length >= SHORT) return [];
        const lexicon = kind === "run" ? runs : marks;
        const word = await lexicon.word(piece);
        if (word && (word.aggregated || inside)) return [await lexicon.counts(word)];
        if (inside && length <= LONG) return [NONE];
        rest.push(piece);
        return [];
      }),
    ]);
    let found = [...searched.keys()].filter((entry) => searched[entry] === 2);
    const narrow = (/** @type {TermCounts} */ { entries }) => {
      const holders = new Set(entries);
      found = found.filter((entry) => holders.has(entry));
    };
    known.flat().forEach(narrow);
    const blocks = new Map(
      found.flatMap((entry) => {
        const held = blocksOf(entry);
        return held.length > 0 ? [[entry, held]] : [];
      }),
    );
    found = [...blocks.keys()];
    for (const piece of rest) {
      if (found.length > runs.shards.length) narrow(await counts(piece));
    }
    return new Map(found.map((entry) => [entry, blocks.get(entry) ?? []]));
  };
})(globalThis.knowledgeBase);
