// The files of an index, over HTTP or, for pages opened from disk, as script twins; and the indexes that are searched.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const MANIFEST = "manifest.json";
  /** @type {HitSource[]} in the order in which they are shown */
  const SOURCES = [
    {
      key: "knowledge",
      label: kb.say("search.knowledge"),
      folder: "index/",
      limit: 20,
      place: ({ category, tier, name }) => [`${tier}/${name}`, category].filter(Boolean),
    },
    {
      key: "docs",
      label: kb.say("search.docs"),
      folder: "index/docs/",
      limit: 10,
      optional: true,
      place: ({ path }) => path.replace(/\.md$/, "").split("/"),
    },
  ];

  /** The message is a sentence; `missing` says that there is no such file, as far as can be told. */
  class LoadError extends Error {
    missing = false;
  }
  kb.LoadError = LoadError;

  kb.loaderFor = (baseUrl) => {
    const read = new URL(baseUrl).protocol === "file:" ? readTwin : fetchJson;
    return (name) => kb.counted(read(new URL(name, baseUrl).href, name));
  };

  /** @type {(url: string, name: string) => Promise<unknown>} */
  const fetchJson = async (url, name) => {
    const early = await kb.early.get(url);
    kb.early.delete(url);
    const ask = () => fetch(url, name === MANIFEST ? { cache: "no-cache" } : {});
    const response = await (early ??
      ask().catch(() => {
        throw new LoadError(kb.say("search.no_answer", { url }));
      }));
    if (!response.ok) {
      const error = new LoadError(
        kb.say("search.status", { status: String(response.status), url }),
      );
      error.missing = response.status === 404;
      throw error;
    }
    const content = await response.arrayBuffer().catch(() => {
      throw new LoadError(kb.say("search.cut_off", { url }));
    });
    const [, hash] = name.match(/-([0-9a-f]{16})\.json$/) ?? [];
    // Browsers hash in secure contexts only.
    if (hash && globalThis.crypto?.subtle && !(await hexDigest(content)).startsWith(hash)) {
      throw new LoadError(kb.say("search.other_content", { url }));
    }
    try {
      return JSON.parse(new TextDecoder().decode(content));
    } catch {
      throw new LoadError(kb.say("search.no_json", { url }));
    }
  };

  /** @param {ArrayBuffer} content */
  const hexDigest = async (content) =>
    Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", content)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  /** @type {(url: string, name: string) => Promise<unknown>} */
  const readTwin = async (url, name) => {
    const twin = url.replace(/json$/, "js");
    const error = new LoadError(kb.say("search.unreadable", { url: twin }));
    // Two indexes have a file of this name: taken before another script runs, it cannot be mixed up.
    const take = () => {
      const { [name]: value } = globalThis.knowledgeShards ?? {};
      delete globalThis.knowledgeShards?.[name];
      return value;
    };
    const value = await kb.loadScript(twin, take).catch(() => {
      // A browser does not tell a missing file from one that it may not read.
      error.missing = true;
    });
    if (value === undefined) throw error;
    return value;
  };

  /** @type {(source: HitSource) => Promise<Index | null>} null where the site has no such index */
  const openIndex = async ({ folder, optional }) => {
    const load = kb.loaderFor(kb.site.folder + folder);
    try {
      const manifest = await load(MANIFEST);
      return await kb.openIndex(async (name) => (name === MANIFEST ? manifest : load(name)));
    } catch (error) {
      if (optional && error instanceof LoadError && error.missing) return null;
      throw error;
    }
  };

  /** @type {Map<HitSource, Promise<Index | null>>} */
  const indexes = new Map();

  /** @type {(source: HitSource, request: SearchRequest) => Promise<SourceAnswer | null>} */
  const ask = async (source, request) => {
    const opened = indexes.get(source);
    try {
      return await askIndex(source, request);
    } catch (error) {
      // A site that was published since the index was opened has other files.
      if (!opened || !(error instanceof LoadError)) throw error;
      if (indexes.get(source) === opened) indexes.delete(source);
      return askIndex(source, request);
    }
  };

  /** @type {(source: HitSource, request: SearchRequest) => Promise<SourceAnswer | null>} */
  const askIndex = async (source, request) => {
    if (!indexes.has(source)) indexes.set(source, openIndex(source));
    const index = await indexes.get(source);
    if (!index) return null;
    // Pages of the documentation have tags, and lie in no store or category of the knowledge.
    const { tier, store, category, tag } = index.text.parse(request.query).filters;
    if (source.optional && (tier.length > 0 || store.length > 0 || category.length > 0))
      return null;
    const isUsed = async (/** @type {string} */ one) => (await kb.carriers(index, [one]))?.size;
    if (source.optional && (await Promise.all(tag.map(isUsed))).includes(0)) return null;
    const result = await kb.search(index, request);
    const addresses = await Promise.all(result.hits.map((hit) => index.addressOf(hit)));
    return { source, result, links: addresses.map(kb.pageUrl), index };
  };

  // "./" keeps an address such as "javascript:x/" a path.
  kb.pageUrl = (address) => new URL(`./${address ?? ""}`, kb.site.root).href;

  kb.askAll = async (query, { most = Number.POSITIVE_INFINITY, weaker = false } = {}) => {
    kb.asked = query;
    const answers = await Promise.allSettled(
      SOURCES.map((source) => ask(source, { query, limit: Math.min(source.limit, most), weaker })),
    );
    return answers.flatMap((answer, i) => {
      if (answer.status === "fulfilled") return answer.value ?? [];
      const isFinal = answer.reason.code?.startsWith("knowledge_") === true;
      // The next query opens the index anew.
      if (!isFinal) indexes.delete(/** @type {HitSource} */ (SOURCES[i]));
      return { failure: kb.failureOf(answer.reason), isFinal };
    });
  };
})(globalThis.knowledgeBase);
