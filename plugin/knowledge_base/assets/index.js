// The published index, read shard by shard. The twin of index/reader.py; docs/reference/index-format.md describes it.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const FORMAT = 1;
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const VALUE_OF = new Map([...DIGITS].map((digit, value) => [digit, value]));

  /**
   * @param {Load} load gives the value of a file of the index by its name
   * @returns {Promise<Index>}
   */
  kb.openIndex = async (load) => {
    const manifest = /** @type {Manifest} */ (await load("manifest.json"));
    if (manifest?.format !== FORMAT) {
      throw new kb.KnowledgeError(
        "index_format_unknown",
        `the search index has format ${manifest?.format}, this page reads ${FORMAT}`,
        "reload the page; if that does not help, the site has to be built again",
      );
    }
    return new Index(load, manifest);
  };

  class Index {
    /**
     * @param {Load} load
     * @param {Manifest} manifest
     */
    constructor(load, manifest) {
      this.manifest = manifest;
      this.text = kb.makeText(manifest.unicode);
      this.formula = kb.makeFormula(manifest.constants);
      this.shard = remember(load);
      this.runs = new Lexicon(this.shard, manifest.runs);
      this.tokens = new Lexicon(this.shard, manifest.tokens);
      this.stores = storesOf(manifest);
      this.size = this.stores.at(-1)?.end ?? 0;
      this.searched = searchedOf(manifest, this.stores, this.size);
      this.counts = remember((/** @type {string} */ term) =>
        (this.text.isRun(term) ? this.runs : this.tokens).counts(term),
      );
      this.tags = remember(() => this.loadTags());
      /** @type {WeakMap<Hit, number>} */
      this.numbers = new WeakMap();
    }

    /** @returns {Promise<Map<string, number[]>>} the entries of each tag, tags in UTF-8 order */
    async loadTags() {
      const { names, postings } = /** @type {{names: string[], postings: string[]}} */ (
        await this.shard(this.manifest.tags)
      );
      return new Map(names.map((name, i) => [name, [...unpackPostings(postings[i] ?? "").keys()]]));
    }

    /**
     * The best affinity of a term to a tag, by entry; entries without one are absent.
     * @param {string} term
     */
    async affinities(term) {
      /** @type {Map<number, number>} */
      const best = new Map();
      for (const [tag, entries] of await this.tags("")) {
        const likeness = this.formula.affinity(term, tag);
        if (likeness > 0) {
          for (const entry of entries) best.set(entry, Math.max(best.get(entry) ?? 0, likeness));
        }
      }
      return best;
    }

    /**
     * @param {number} number
     * @returns {Promise<EntryRow>} path, title, checksum, tags
     */
    async row(number) {
      const perShard = this.manifest.entriesPerShard;
      const name = /** @type {string} */ (this.manifest.entries[Math.floor(number / perShard)]);
      const rows = /** @type {EntryRow[]} */ (await this.shard(name));
      return /** @type {EntryRow} */ (rows[number % perShard]);
    }

    /** @param {number} number */
    async body(number) {
      const at = lastAtOrBefore(this.manifest.texts, number);
      const [first, name] = /** @type {ShardAt} */ (this.manifest.texts[at]);
      const texts = /** @type {[string, string][]} */ (await this.shard(name));
      return /** @type {[string, string]} */ (texts[number - first])[1];
    }

    /**
     * The address of a hit's page, relative to the root of the site.
     * @param {Hit} hit
     */
    async addressOf(hit) {
      if (!this.manifest.pages) return null;
      const pages = /** @type {string[]} */ (await this.shard(this.manifest.pages));
      return pages[this.numbers.get(hit) ?? -1] ?? null;
    }
  }

  class Lexicon {
    /**
     * @param {Load} shard
     * @param {LexiconShards} shards
     */
    constructor(shard, shards) {
      this.shard = shard;
      this.shards = shards;
      this.haystack = remember(() => this.loadWords());
      this.lists = remember(async (/** @type {string} */ name) =>
        /** @type {string} */ (await shard(name)).split(" "),
      );
    }

    /** All words in one string, separated by a blank that no word holds, and where each starts. */
    async loadWords() {
      const packed = await Promise.all(this.shards.words.map(([, name]) => this.shard(name)));
      const words = packed.flatMap((part) => unpackWords(/** @type {string} */ (part)));
      const starts = new Uint32Array(words.length + 1);
      words.forEach((word, i) => {
        starts[i + 1] = /** @type {number} */ (starts[i]) + word.length + 1;
      });
      return { text: words.join("\n"), starts };
    }

    /**
     * Occurrences by entry: in a word, times the word in the entry, over all words that hold the term.
     * @param {string} term
     */
    async counts(term) {
      const { text, starts } = await this.haystack("");
      /** @type {[number, number][]} */
      const holders = [];
      for (let at = text.indexOf(term); at >= 0; ) {
        const number = lastStart(starts, at);
        const end = /** @type {number} */ (starts[number + 1]) - 1;
        holders.push([number, kb.count(text.slice(starts[number], end), term)]);
        at = text.indexOf(term, end);
      }
      const names = new Set(holders.map(([number]) => this.postingsShard(number)[1]));
      await Promise.all([...names].map(this.lists));
      /** @type {Map<number, number>} */
      const found = new Map();
      for (const [number, inside] of holders) {
        const [first, name] = this.postingsShard(number);
        const packed = (await this.lists(name))[number - first] ?? "";
        for (const [entry, count] of unpackPostings(packed)) {
          found.set(entry, (found.get(entry) ?? 0) + inside * count);
        }
      }
      return found;
    }

    /** @param {number} number of a word */
    postingsShard(number) {
      const { postings } = this.shards;
      return /** @type {ShardAt} */ (postings[lastAtOrBefore(postings, number)]);
    }
  }

  /**
   * @template T
   * @param {(key: string) => Promise<T>} make
   * @returns {(key: string) => Promise<T>} the same, each key asked once; what failed is asked again
   */
  const remember = (make) => {
    /** @type {Map<string, Promise<T>>} */
    const made = new Map();
    return (key) => {
      let value = made.get(key);
      if (!value) {
        value = make(key);
        made.set(key, value);
        value.catch(() => made.delete(key));
      }
      return value;
    };
  };

  /** @param {Manifest} manifest */
  const storesOf = (manifest) => {
    let first = 0;
    return manifest.stores.map(({ tier, name, folders }) => {
      const start = first;
      for (const [, count] of folders) first += count;
      return { tier, name, folders, first: start, end: first };
    });
  };

  /**
   * By entry, 0: in an always-applied category; 1: description of a category; 2: can be a hit.
   * @param {Manifest} manifest
   * @param {IndexedStore[]} stores
   * @param {number} size
   */
  const searchedOf = (manifest, stores, size) => {
    const always = new Set(
      manifest.categories.filter((c) => c.retrieval === "always-applied").map((c) => c.name),
    );
    const searched = new Uint8Array(size).fill(2);
    for (const number of manifest.descriptions) searched[number] = 1;
    for (const { folders, first } of stores) {
      let at = first;
      for (const [folder, count] of folders) {
        if (always.has(folder)) searched.fill(0, at, at + count);
        at += count;
      }
    }
    return searched;
  };

  /**
   * @param {ShardAt[]} shards
   * @param {number} number
   */
  const lastAtOrBefore = (shards, number) => {
    let low = 0;
    for (let high = shards.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (/** @type {ShardAt} */ (shards[middle])[0] <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  /**
   * @param {Uint32Array} starts
   * @param {number} at
   */
  const lastStart = (starts, at) => {
    let low = 0;
    for (let high = starts.length - 2; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (/** @type {number} */ (starts[middle]) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  /** @param {string} packed */
  const unpackWords = (packed) => {
    const words = [];
    let last = "";
    for (const [, shared = "", rest = ""] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
      last = last.slice(0, VALUE_OF.get(shared)) + rest;
      words.push(last);
    }
    return words;
  };

  /** @param {string} packed */
  const unpackPostings = (packed) => {
    /** @type {Map<number, number>} */
    const postings = new Map();
    let entry = -1;
    let at = 0;
    const number = () => {
      let value = 0;
      for (let unit = 1; ; unit *= 32) {
        const digit = VALUE_OF.get(packed[at++] ?? "") ?? 0;
        value += (digit & 31) * unit;
        if (digit < 32) return value;
      }
    };
    while (at < packed.length) {
      const gap = number();
      entry += Math.floor(gap / 2) + 1;
      postings.set(entry, gap % 2 ? number() + 2 : 1);
    }
    return postings;
  };
})(globalThis.knowledgeBase);
