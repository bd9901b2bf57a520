// A term in, exact counts out: from one list, solved from the lists of words that hold it, or counted on texts.
// The twin of index/terms.py; docs/reference/index-format.md explains why the counts are exact.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const LONG = 24;
  /** A joint has so many characters. */
  const SHORT = 3;
  /** So many texts are asked for at a time. */
  const AT_ONCE = 64;
  /** @type {TermCounts} */
  const NONE = { entries: new Uint32Array(0), counts: new Uint32Array(0) };

  kb.Terms = class {
    /** @param {TermsContext} context */
    constructor({ manifest, load, text, blocks, searched }) {
      const { runs, marks, fragments, long } = manifest;
      this.joints = {
        joints: manifest.joints,
        size: searched.length,
        pieces: text.pieces,
        load,
      };
      this.runs = new kb.Lexicon(runs, load);
      this.marks = new kb.Lexicon(marks, load);
      this.fragments = new kb.Lexicon(fragments, load);
      this.long = new kb.Lexicon(long, load);
      this.filter = () => /** @type {Promise<string>} */ (load(manifest.longFilter));
      this.text = text;
      this.blocks = blocks;
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
      return this.onTexts(term, await this.candidates(term, pieces));
    }

    /**
     * A phrase is counted on the texts of the entries that hold all its words.
     * @param {string} term
     */
    async phrase(term) {
      const lists = await Promise.all(this.text.words(term).map((word) => this.counts(word)));
      const [first, ...rest] = lists.map(({ entries }) => new Set(entries));
      const held = [...(first ?? [])].filter((entry) => rest.every((list) => list.has(entry)));
      return this.onTexts(term, new Map(held.map((entry) => [entry, null])));
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
      const sums = new Int32Array(this.searched.length);
      for (const { share, list } of taken) {
        const { entries, counts } = await list;
        await pace();
        for (let i = 0; i < entries.length; i++) {
          const entry = /** @type {number} */ (entries[i]);
          sums[entry] = /** @type {number} */ (sums[entry]) + share * (counts[i] ?? 0);
        }
      }
      return listOf(sums);
    }

    /**
     * Blocks that may hold a term of several classes, by entry: of entries that hold each of its pieces, those that
     * hold each of its joints.
     * @param {string} term
     * @param {string[]} pieces
     * @returns {Promise<Map<number, number[]>>}
     */
    async candidates(term, pieces) {
      /** @type {string[]} */
      const rest = [];
      const [blocksOf, ...known] = await Promise.all([
        kb.jointsOf(term, this.joints),
        ...pieces.map(async (piece, at) => {
          const inside = at > 0 && at < pieces.length - 1;
          const kind = this.text.classOf(piece);
          const length = [...piece].length;
          if (kind === "pair") {
            const characters = [...piece];
            const pairs = characters.map((char, i) => char + (characters[i + 1] ?? ""));
            return Promise.all(pairs.map((pair) => this.counts(pair)));
          }
          // Its joint holds it.
          if (!inside && length < SHORT && [...term].length >= SHORT) return [];
          const lexicon = kind === "run" ? this.runs : this.marks;
          const word = await lexicon.word(piece);
          if (word && (word.aggregated || inside)) return [await lexicon.counts(word)];
          if (inside && length <= LONG) return [NONE];
          rest.push(piece);
          return [];
        }),
      ]);
      let found = [...this.searched.keys()].filter((entry) => this.searched[entry] === 2);
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
        if (found.length > this.runs.shards.length) narrow(await this.counts(piece));
      }
      return new Map(found.map((entry) => [entry, blocks.get(entry) ?? []]));
    }

    /**
     * @param {string} term
     * @param {Map<number, number[] | null>} candidates blocks by entry; null for all
     */
    async onTexts(term, candidates) {
      const sums = new Int32Array(this.searched.length);
      const fold = term.includes(" ") ? this.text.foldLines : String;
      const pace = kb.pace();
      const left = candidates.entries();
      const { asked } = kb;
      let expected = candidates.size;
      kb.expect?.(expected, 0);
      const work = async () => {
        for (const [entry, wanted] of left) {
          const blocks = await this.blocks(entry);
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
            if (kb.asked !== asked && !this.isWanted(term))
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
      return listOf(sums);
    }

    /**
     * Whether the query that was asked last needs the counts of a term.
     * @param {string} term
     */
    isWanted(term) {
      const { terms } = this.text.parse(kb.asked ?? "");
      return terms.some((one) => one === term || this.text.words(one).includes(term));
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
})(globalThis.knowledgeBase);
