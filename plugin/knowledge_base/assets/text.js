// Text rules: lower-casing, words, lines, blanks, and what is typed. The twin of text/__init__.py and query.py; all pass
// tests/vectors.
// The tables come from the manifest of the index: the browser's own Unicode has another version.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const KEYS = /** @type {const} */ (["tier", "store", "category", "tag"]);

  /** @param {number[]} ranges */
  const characterClass = (ranges) => {
    let written = "";
    for (let i = 0; i < ranges.length; i += 2) {
      written += `\\u{${ranges[i]?.toString(16)}}-\\u{${ranges[i + 1]?.toString(16)}}`;
    }
    return written;
  };

  /**
   * @param {Unicode} unicode
   * @returns {TextRules}
   */
  kb.makeText = (unicode) => {
    /** @type {Map<string, string>} */
    const lowerOf = new Map();
    for (let i = 0; i < unicode.lower.length; i += 4) {
      const [first = 0, last = 0, step = 1, delta = 0] = unicode.lower.slice(i, i + 4);
      for (let code = first; code <= last; code += step) {
        lowerOf.set(String.fromCodePoint(code), String.fromCodePoint(code + delta));
      }
    }
    const word = characterClass(unicode.word);
    const dense = characterClass(unicode.dense);
    const blank = characterClass(unicode.blank);
    const wordsPattern = new RegExp(`[^${blank}]+`, "gu");
    const foldedPattern = new RegExp(`^(?:[^${blank}]+(?: [^${blank}]+)*)?$`, "u");
    const piecesPattern = new RegExp(`[${word}]+|[${dense}]+|[^${word}${dense}${blank}]+`, "gu");
    const isWord = new RegExp(`^[${word}]`, "u");
    const isDense = new RegExp(`^[${dense}]`, "u");
    // Each alternative ends at a blank, so that each match starts after one.
    const inQuotes = (/** @type {string} */ text) => `"(${text}[^"]*)"(?![^${blank}])`;
    const typedPattern = new RegExp(
      `(${KEYS.join("|")}):(?:${inQuotes(`[${blank}]*[^"${blank}]`)}|([^":${blank}][^${blank}]*))|` +
        `${inQuotes(`[${blank}]*[^"${blank}]+[${blank}]+[^"${blank}]`)}|[^${blank}]+`,
      "gu",
    );

    /** @param {string} text */
    const lower = (text) =>
      /^[\0-\x7f]*$/.test(text)
        ? text.toLowerCase()
        : text.replace(/[A-Z]|[^\0-\x7f]/gu, (char) => lowerOf.get(char) ?? char);
    /** @param {string} text */
    const words = (text) => text.match(wordsPattern) ?? [];
    /** @param {string} text */
    const foldBlanks = (text) => (foldedPattern.test(text) ? text : words(text).join(" "));
    /** @param {string[]} values */
    const normaliseTags = (values) => {
      const folded = values.map((value) => {
        const found = [...value.matchAll(wordsPattern)];
        const last = found.at(-1);
        return last ? lower(value.slice(found[0]?.index, last.index + last[0].length)) : "";
      });
      return [...new Set(folded.filter(Boolean))];
    };

    return {
      lower,
      words,
      pieces: (term) => term.match(piecesPattern) ?? [],
      classOf: (piece) => (isWord.test(piece) ? "run" : isDense.test(piece) ? "pair" : "mark"),
      foldBlanks,
      foldLines: (text) => text.split("\n").map(foldBlanks).join("\n"),
      parse: (query, given = {}) => {
        /** @type {string[]} */
        const terms = [];
        const wanted = KEYS.flatMap((key) => (given[key] ?? []).map((value) => [key, value]));
        const cleaned = query.replace(/[\ud800-\udfff]/gu, "\ufffd");
        for (const [word, key, quoted, plain, phrase] of cleaned.matchAll(typedPattern)) {
          const value = quoted ?? plain ?? phrase ?? word;
          if (key) wanted.push([key, value]);
          else terms.push(lower(foldBlanks(value)));
        }
        const of = (/** @type {string} */ name) => [
          ...new Set(wanted.flatMap(([key, value = ""]) => (key === name ? [value] : []))),
        ];
        return {
          terms,
          filters: {
            tier: of("tier"),
            store: of("store"),
            category: of("category"),
            tag: normaliseTags(of("tag")),
          },
        };
      },
    };
  };

  /**
   * Non-overlapping occurrences, left to right.
   * @param {string} text
   * @param {string} term
   */
  kb.count = (text, term) => {
    let found = 0;
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) found++;
    return found;
  };

  /** @param {string} text */
  kb.lengthInCodePoints = (text) => {
    let length = 0;
    for (const _ of text) length++;
    return length;
  };

  /** A refusal: the same codes and sentences as in Python. */
  kb.KnowledgeError = class extends Error {
    /**
     * @param {string} code
     * @param {string} message
     * @param {string} nextAction
     * @param {string} [resource]
     */
    constructor(code, message, nextAction, resource) {
      super(message);
      this.code = code;
      this.nextAction = nextAction;
      this.resource = resource;
    }
  };
})(globalThis.knowledgeBase);
