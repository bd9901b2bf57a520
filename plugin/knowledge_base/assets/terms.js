// A term in, exact counts out: from one list, solved from the lists of words that hold it, or counted on texts.
// The twin of index/terms.py; docs/reference/index-format.md explains why the counts are exact.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const LONG = 24;
  const FEW = 8;
  const DIGIT_BITS = 6;
  /** @type {TermCounts} */
  const NONE = { entries: new Uint32Array(0), counts: new Uint32Array(0) };

  kb.Terms = class {
    /** @param {TermsContext} context */
    constructor({ manifest, load, text, body, searched }) {
      const { runs, marks, fragments, long } = manifest;
      this.runs = new kb.Lexicon(runs, load);
      this.marks = new kb.Lexicon(marks, load);
      this.fragments = new kb.Lexicon(fragments, load);
      this.long = new kb.Lexicon(long, load);
      this.filter = () => /** @type {Promise<string>} */ (load(manifest.longFilter));
      this.text = text;
      this.body = body;
      this.searched = searched;
      this.counts = kb.remember((/** @type {string} */ term) => this.count(term));
    }

    /**
     * @param {string} term
     * @returns {Promise<TermCounts>}
     */
    async count(term) {
      if (term.includes(" ")) return this.phrase(term);
      const pieces = this.text.pieces(term);
      const kind = pieces.length === 1 ? this.text.classOf(term) : "mixed";
      if (kind === "run") {
        const word = await this.runs.word(term);
        return word?.aggregated ? this.runs.counts(word) : this.solve(term, this.runs);
      }
      if (kind === "mark") return this.solve(term, this.marks);
      const fragment = await this.fragments.word(term);
      if (fragment) return this.fragments.counts(fragment);
      if (kind === "pair" && [...term].length <= 2) return NONE;
      return this.onTexts(term, await this.candidates(pieces));
    }

    /**
     * A phrase is counted on the texts of the entries that hold all its words.
     * @param {string} term
     */
    async phrase(term) {
      const lists = await Promise.all(this.text.words(term).map((word) => this.counts(word)));
      const [first, ...rest] = lists.map(({ entries }) => new Set(entries));
      const held = [...(first ?? [])].filter((entry) => rest.every((list) => list.has(entry)));
      return this.onTexts(term, held);
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
      if (mayHold(filter, term)) {
        for (const word of await this.long.holders(term)) sources.push({ source: this.long, word });
      }
      const counted = new Counted(term);
      const taken = [];
      for (const { source, word } of sources) {
        const share = kb.count(word.text, term) - counted.within(word.text);
        if (share !== 0) {
          if (word.aggregated) counted.add(word.text, share);
          taken.push({ share, list: source.counts(word) });
        }
      }
      const sums = new Int32Array(this.searched.length);
      for (const { share, list } of taken) {
        const { entries, counts } = await list;
        for (let i = 0; i < entries.length; i++) {
          const entry = /** @type {number} */ (entries[i]);
          sums[entry] = /** @type {number} */ (sums[entry]) + share * (counts[i] ?? 0);
        }
      }
      return listOf(sums);
    }

    /**
     * Entries that may hold a term of several classes: those that hold each of its pieces.
     * @param {string[]} pieces
     */
    async candidates(pieces) {
      /** @type {Set<number> | null} */
      let found = null;
      const narrow = async (/** @type {Promise<TermCounts>} */ list) => {
        const entries = new Set((await list).entries);
        found = found ? new Set([...found].filter((entry) => entries.has(entry))) : entries;
      };
      const rest = [];
      for (const [at, piece] of pieces.entries()) {
        const kind = this.text.classOf(piece);
        const inside = at > 0 && at < pieces.length - 1;
        if (kind === "pair") {
          const characters = [...piece];
          const pairs = characters.map((char, i) => char + (characters[i + 1] ?? ""));
          for (const pair of new Set(pairs)) await narrow(this.counts(pair));
          continue;
        }
        const lexicon = kind === "run" ? this.runs : this.marks;
        const word = await lexicon.word(piece);
        if (word && (word.aggregated || inside)) await narrow(lexicon.counts(word));
        else if (inside && [...piece].length <= LONG) return [];
        else rest.push(piece);
      }
      for (const piece of rest) {
        const now = /** @type {Set<number> | null} */ (found);
        if (!now || now.size > FEW) await narrow(this.counts(piece));
      }
      return [.../** @type {Set<number>} */ (/** @type {unknown} */ (found) ?? [])];
    }

    /**
     * @param {string} term
     * @param {number[]} entries
     */
    async onTexts(term, entries) {
      const sums = new Int32Array(this.searched.length);
      const count = async (/** @type {number} */ entry) => {
        const body = await this.body(entry);
        sums[entry] = kb.count(term.includes(" ") ? this.text.foldLines(body) : body, term);
      };
      await Promise.all(entries.map(count));
      return listOf(sums);
    }
  };

  /** @param {Int32Array} sums by entry */
  const listOf = (sums) => {
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

  /**
   * Whether a long word may hold a term: never a wrong no. The twin of index/filter.py.
   * @param {string} filter
   * @param {string} term
   */
  const mayHold = (filter, term) => {
    const codes = Array.from(term, (char) => char.codePointAt(0) ?? 0);
    const size = 2 ** Math.floor(Math.log2(filter.length * DIGIT_BITS));
    return (
      filter !== "" &&
      codes.every((c, i) => {
        if (i < 2) return true;
        const [a = 0, b = 0] = codes.slice(i - 2, i);
        const code = Math.floor((((a * 961 + b * 31 + c) * 40503) % 2147483647) / 8) % size;
        const digit = kb.valueOfDigit(filter.charCodeAt(Math.floor(code / DIGIT_BITS)));
        return (digit >> (code % DIGIT_BITS)) & 1;
      })
    );
  };
})(globalThis.knowledgeBase);
