// The published index, read shard by shard. The twin of index/reader.py; docs/reference/index-format.md describes it.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const FORMAT = 3;

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
      this.shard = kb.remember(load);
      this.stores = storesOf(manifest);
      this.size = this.stores.at(-1)?.end ?? 0;
      this.searched = searchedOf(manifest, this.stores, this.size);
      const shown = kb.remember((number) => this.shown(Number(number)));
      this.entry = (/** @type {number} */ number) => shown(String(number));
      const terms = new kb.Terms({
        manifest,
        load: this.shard,
        text: this.text,
        blocks: async (entry) => (await this.entry(entry)).blocks,
        searched: this.searched,
      });
      this.counts = terms.counts;
      this.affinities = kb.remember((/** @type {string} */ term) => this.likeTags(term));
      /** @type {WeakMap<Hit, number>} */
      this.numbers = new WeakMap();
      /** @type {WeakMap<Hit, Excerpt[]>} */
      this.found = new WeakMap();
    }

    /**
     * The entries of each tag in some shards, tags in order.
     * @param {WordShard[]} shards
     * @returns {Promise<Map<string, Uint32Array>>}
     */
    async tags(shards = this.manifest.tags) {
      const parts = /** @type {{names: string[], postings: string[]}[]} */ (
        await Promise.all(shards.map(([, name]) => this.shard(name)))
      );
      return new Map(
        parts.flatMap(({ names, postings }) =>
          names.map((name, i) => [name, kb.unpackPostings(postings[i] ?? "").entries]),
        ),
      );
    }

    /**
     * The best affinity of a term to a tag, by entry; entries without one are absent.
     * A tag that is like a term shares its first characters, so that it is in few shards.
     * @param {string} term
     */
    async likeTags(term) {
      const { tags, constants } = this.manifest;
      const points = [...term];
      const head = points.slice(0, constants.minPrefix).join("");
      const follows = (/** @type {string} */ first) =>
        points.length < constants.minPrefix ? first === term : first.startsWith(head);
      const from = kb.lastAtOrBefore(tags.length, (i) => (tags[i]?.[0] ?? "") >= head);
      const shards = tags.filter(([first], i) => i === from || (i > from && follows(first)));
      /** @type {Map<number, number>} */
      const best = new Map();
      for (const [tag, entries] of await this.tags(shards)) {
        const likeness = tag.startsWith(head) ? this.formula.affinity(term, tag) : 0;
        if (likeness > 0) {
          for (const entry of entries) best.set(entry, Math.max(best.get(entry) ?? 0, likeness));
        }
      }
      return best;
    }

    /**
     * @param {number} number
     * @returns {Promise<PlacedEntry>}
     */
    async placed(number) {
      const { entries, entriesPerShard } = this.manifest;
      const offset = number % entriesPerShard;
      const { paths, texts, copies } = /** @type {EntriesShard} */ (
        await this.shard(entries[Math.floor(number / entriesPerShard)] ?? "")
      );
      return { offset, path: paths[offset] ?? "", texts, copy: copies?.[offset] ?? number };
    }

    /** @param {number} number */
    storeOf(number) {
      const { tier, name } = /** @type {IndexedStore} */ (
        this.stores.find(({ end }) => number < end)
      );
      return { tier, name };
    }

    /**
     * The other places of the bytes of an entry. Copies form a ring: each tells the next.
     * @param {number} number
     * @param {number} next
     */
    async copies(number, next) {
      /** @type {Map<number, Place>} */
      const found = new Map();
      for (let at = next; at !== number && !found.has(at); ) {
        const { path, copy } = await this.placed(at);
        found.set(at, { ...this.storeOf(at), path });
        at = copy;
      }
      return [...found].sort(([a], [b]) => a - b).map(([, place]) => place);
    }

    /**
     * @param {number} number
     * @returns {Promise<ShownEntry>}
     */
    async shown(number) {
      const { offset, path, texts, copy } = await this.placed(number);
      const at = kb.lastAtOrBefore(texts.length, (i) => (texts[i]?.[0] ?? 0) > offset);
      const [first, name] = /** @type {[number, string]} */ (texts[at]);
      const rows = /** @type {TextRow[]} */ (await this.shard(name));
      const [title, checksum, tags, , ...[block, ...more]] = /** @type {TextRow} */ (
        rows[offset - first]
      );
      const lowered = (/** @type {string} */ shown) => ({ shown, lowered: this.text.lower(shown) });
      const later = more.map((of) => async () => lowered(String(await this.shard(of))));
      const blocks = [async () => lowered(block), ...later].map((make) => once(make));
      return { path, title, checksum, tags, blocks, copy };
    }

    /** @param {number} number */
    async addresses(number) {
      const { pages, entriesPerShard } = this.manifest;
      return pages && this.shard(pages[Math.floor(number / entriesPerShard)] ?? "");
    }

    /**
     * The address of a hit's page, relative to the root of the site.
     * @param {Hit} hit
     */
    async addressOf(hit) {
      const number = this.numbers.get(hit) ?? -1;
      const shard = await this.addresses(number);
      if (!shard) return null;
      const address = /** @type {string[]} */ (shard)[number % this.manifest.entriesPerShard] ?? "";
      return address.replace("\t", () => hit.path.replace(/\.md$/, ""));
    }

    /**
     * The sections of a hit's page: line of the heading in the body, anchor, by turns.
     * @param {Hit} hit
     * @returns {Promise<(number | string)[]>}
     */
    async sectionsOf(hit) {
      const { sections, entriesPerShard } = this.manifest;
      if (!sections) return [];
      const number = this.numbers.get(hit) ?? -1;
      const names = /** @type {string[]} */ (await this.shard(sections));
      const shard = await this.shard(names[Math.floor(number / entriesPerShard)] ?? "");
      return /** @type {(number | string)[][]} */ (shard)[number % entriesPerShard] ?? [];
    }
  }

  /** @type {<T>(make: () => Promise<T>) => () => Promise<T>} */
  const once = (make) => {
    const remembered = kb.remember(make);
    return () => remembered("");
  };

  /** @param {Manifest} manifest */
  const storesOf = (manifest) => {
    let first = 0;
    return manifest.stores.map(({ tier, name, folders }) => {
      const rows = folders.map(([folder, count]) => {
        first += count;
        return { folder, first: first - count, end: first };
      });
      return { tier, name, rows, end: first };
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
    for (const { folder, first, end } of stores.flatMap(({ rows }) => rows)) {
      if (always.has(folder)) searched.fill(0, first, end);
    }
    return searched;
  };
})(globalThis.knowledgeBase);
