// A term in, exact counts out: from one list, solved from the lists of words that hold it, or by texts.js.
// The twin of index/terms.py; docs/reference/index-format.md explains why the counts are exact.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const LONG = 24;

  kb.Terms = class {
    /** @param {TermsContext} context */
    constructor(context) {
      const { manifest, load } = context;
      const { runs, marks, fragments, long } = manifest;
      this.context = context;
      this.runs = new kb.Lexicon(runs, load);
      this.marks = new kb.Lexicon(marks, load);
      this.fragments = new kb.Lexicon(fragments, load);
      this.long = new kb.Lexicon(long, load);
      this.filter = () => /** @type {Promise<string>} */ (load(manifest.longFilter));
      this.counts = kb.remember((/** @type {string} */ term) => this.count(term));
    }

    /**
     * @param {string} term
     * @returns {Promise<TermCounts>}
     */
    async count(term) {
      const { context, runs, marks, fragments, counts } = this;
      const pieces = context.text.pieces(term);
      const kind = pieces.length === 1 ? context.text.classOf(term) : "mixed";
      if (kind === "run") {
        const word = await runs.word(term);
        return word?.aggregated ? runs.counts(word) : this.solve(term, runs);
      }
      if (kind === "mark") return this.solve(term, marks);
      const fragment = await fragments.word(term);
      if (fragment) return fragments.counts(fragment);
      await kb.need("texts");
      return kb.countOnTexts(term, { ...context, runs, marks, counts });
    }

    /**
     * Each list is taken so often that, over all lists that count a run, the run is counted as often as it holds the
     * term: an aggregated list of a shorter word already counts it.
     * @param {string} term
     * @param {InstanceType<KnowledgeBase["Lexicon"]>} lexicon
     */
    async solve(term, lexicon) {
      const [holders, filter] = await Promise.all([lexicon.holders(term), this.filter()]);
      const sources = holders.map((word) => ({ source: lexicon, word }));
      if (kb.mayHold(filter, term)) {
        for (const word of await this.long.holders(term)) sources.push({ source: this.long, word });
      }
      const pace = kb.pace();
      const counted = new Counted(term);
      const taken = [];
      for (const { source, word } of sources) {
        await pace();
        const share = kb.count(word.text, term) - counted.within(word.text);
        if (share !== 0) {
          if (word.aggregated) counted.add(word.text, share);
          taken.push({ share, list: source.counts(word) });
        }
      }
      const sums = new Int32Array(this.context.searched.length);
      for (const { share, list } of taken) {
        const { entries, counts } = await list;
        await pace();
        for (let i = 0; i < entries.length; i++) {
          const entry = /** @type {number} */ (entries[i]);
          sums[entry] = /** @type {number} */ (sums[entry]) + share * (counts[i] ?? 0);
        }
      }
      return kb.listOf(sums);
    }
  };

  kb.listOf = (sums) => {
    const entries = new Uint32Array(sums.length);
    const counts = new Uint32Array(sums.length);
    let size = 0;
    sums.forEach((sum, entry) => {
      if (sum > 0) {
        entries[size] = entry;
        counts[size++] = sum;
      }
    });
    return { entries: entries.slice(0, size), counts: counts.slice(0, size) };
  };

  /** Aggregated words that were taken, each so often, by what stands before and after the first term in them. */
  class Counted {
    /** @param {string} term */
    constructor(term) {
      this.term = term;
      /** @type {Map<string, Map<string, number>>} */
      this.shares = new Map();
    }

    /**
     * @param {string} word
     * @param {number} share
     */
    add(word, share) {
      const at = word.indexOf(this.term);
      const before = word.slice(0, at);
      const after = this.shares.get(before) ?? new Map();
      this.shares.set(before, after.set(word.slice(at + this.term.length), share));
    }

    /**
     * How often the words added so far count the term for each `word`.
     * @param {string} word
     */
    within(word) {
      const { term, shares } = this;
      /** @type {Map<string, number>} */
      const found = new Map();
      for (let at = word.indexOf(term); at >= 0; at = word.indexOf(term, at + 1)) {
        const end = at + term.length;
        for (let start = at; start >= 0 && end - start <= 2 * LONG; start--) {
          const after = shares.get(word.slice(start, at));
          const last = Math.min(word.length, start + 2 * LONG);
          for (let to = end; after && to <= last; to++) {
            const share = after.get(word.slice(end, to));
            if (share) found.set(word.slice(start, to), share);
          }
        }
      }
      let sum = 0;
      for (const [part, share] of found) sum += share * kb.count(word, part);
      return sum;
    }
  }
})(globalThis.knowledgeBase);
