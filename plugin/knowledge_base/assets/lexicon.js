// A dictionary of the published index: sorted words in shards, each word with its postings. The twin of index/lexicon.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  /** Milliseconds for which work may keep the page from answering a key or a click. */
  const SLICE = 12;
  const BLANK_AND_QUOTES = /[ "\\]/;
  const LAST_DIGITS = 70;
  const DIGITS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
    (char) => !BLANK_AND_QUOTES.test(char),
  );
  const MORE = DIGITS.length - LAST_DIGITS;
  const VALUE_OF = new Uint8Array(128);
  DIGITS.forEach((digit, value) => {
    VALUE_OF[digit.charCodeAt(0)] = value;
  });
  kb.valueOfDigit = (digit) => VALUE_OF[digit] ?? 0;

  kb.remember = (make) => {
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

  kb.pace = () => {
    let end = performance.now() + SLICE;
    return async () => {
      if (performance.now() < end) return;
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(port1.close());
        port2.postMessage(0);
      });
      end = performance.now() + SLICE;
    };
  };

  kb.lastAtOrBefore = (length, isAfter) => {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(middle)) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  };

  /**
   * @param {string} packed
   * @param {(value: number) => void} take
   */
  const unpackNumbers = (packed, take) => {
    let number = 0;
    let unit = 1;
    for (let i = 0; i < packed.length; i++) {
      const value = /** @type {number} */ (VALUE_OF[packed.charCodeAt(i)]);
      number += value * unit;
      unit *= MORE;
      if (value < LAST_DIGITS) {
        take(number);
        number = 0;
        unit = 1;
      }
    }
  };

  kb.unpackPostings = (packed) => {
    const entries = new Uint32Array(packed.length);
    const counts = new Uint32Array(packed.length);
    let size = 0;
    let entry = -1;
    let open = false;
    unpackNumbers(packed, (number) => {
      if (open) {
        counts[size++] = number + 2;
        open = false;
        return;
      }
      entry += Math.floor(number / 2) + 1;
      entries[size] = entry;
      if (number % 2) open = true;
      else counts[size++] = 1;
    });
    return { entries: entries.subarray(0, size), counts: counts.subarray(0, size) };
  };

  /** @param {string} packed */
  const unpackWords = (packed) => {
    const words = [];
    let last = "";
    for (const [, shared = "", rest = ""] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
      last = last.slice(0, shared.charCodeAt(0) - 65) + rest;
      words.push(last);
    }
    return words;
  };

  /**
   * @param {LexiconShard} shard
   * @returns {LexiconPart}
   */
  const decode = ({ words: packed, kinds, singles: packedSingles, postings }) => {
    const words = unpackWords(packed);
    const starts = new Uint32Array(words.length);
    const places = new Uint32Array(words.length);
    let start = 0;
    let lists = 0;
    words.forEach((word, i) => {
      starts[i] = start;
      start += word.length + 1;
      places[i] = /[AE]/.test(kinds.charAt(i)) ? lists++ : i - lists;
    });
    /** @type {number[]} */
    const singles = [];
    unpackNumbers(packedSingles, (number) => singles.push(number));
    return { words, kinds, starts, places, singles, postings, haystack: words.join("\n") };
  };

  kb.Lexicon = class {
    /**
     * @param {WordShard[]} shards
     * @param {Load} load
     */
    constructor(shards, load) {
      this.shards = shards;
      this.part = kb.remember(async (/** @type {string} */ name) =>
        decode(/** @type {LexiconShard} */ (await load(name))),
      );
      this.lists = kb.remember(async (/** @type {string} */ name) =>
        /** @type {string} */ (await load(name)).split(" "),
      );
    }

    /**
     * @param {string} text
     * @returns {Promise<ListedWord | null>}
     */
    async word(text) {
      const { shards } = this;
      const shard = shards[kb.lastAtOrBefore(shards.length, (i) => (shards[i]?.[0] ?? "") > text)];
      if (!shard) return null;
      const part = await this.part(shard[1]);
      const { words } = part;
      const at = kb.lastAtOrBefore(words.length, (i) => (words[i] ?? "") > text);
      return words[at] === text ? listed(part, at) : null;
    }

    /**
     * The words that hold a term, the shortest first.
     * @param {string} term
     */
    async holders(term) {
      const parts = await Promise.all(this.shards.map(([, name]) => this.part(name)));
      const pace = kb.pace();
      /** @type {ListedWord[]} */
      const found = [];
      for (const part of parts) {
        const { haystack, starts, words } = part;
        for (let at = haystack.indexOf(term); at >= 0; ) {
          const before = at;
          const i = kb.lastAtOrBefore(words.length, (k) => (starts[k] ?? 0) > before);
          found.push(listed(part, i));
          at = haystack.indexOf(term, (starts[i] ?? 0) + (words[i] ?? "").length);
        }
        await pace();
      }
      return found.sort((a, b) => a.text.length - b.text.length);
    }

    /**
     * @param {ListedWord} word
     * @returns {Promise<TermCounts>}
     */
    async counts({ part, at }) {
      const place = /** @type {number} */ (part.places[at]);
      if (/[ae]/.test(part.kinds.charAt(at))) {
        const [entry = 0, more = 0] = part.singles.slice(2 * place, 2 * place + 2);
        return { entries: Uint32Array.of(entry), counts: Uint32Array.of(more + 1) };
      }
      const { postings } = part;
      const shard = kb.lastAtOrBefore(postings.length, (i) => (postings[i]?.[0] ?? 0) > place);
      const [first, name] = /** @type {[number, string]} */ (postings[shard]);
      return kb.unpackPostings((await this.lists(name))[place - first] ?? "");
    }
  };

  /**
   * @param {LexiconPart} part
   * @param {number} at
   * @returns {ListedWord}
   */
  const listed = (part, at) => ({
    part,
    at,
    text: part.words[at] ?? "",
    aggregated: /[Aa]/.test(part.kinds.charAt(at)),
  });
})(globalThis.knowledgeBase);
