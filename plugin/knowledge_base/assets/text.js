// Text rules: lower-casing, words, lines, blanks. The twin of text/__init__.py; both pass tests/vectors.
// The tables come from the manifest of the index: the browser's own Unicode has another version.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
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
    const piecesPattern = new RegExp(`[${word}]+|[${dense}]+|[^${word}${dense}${blank}]+`, "gu");
    const isWord = new RegExp(`^[${word}]`, "u");
    const isDense = new RegExp(`^[${dense}]`, "u");

    /** @param {string} text */
    const lower = (text) =>
      /^[\0-\x7f]*$/.test(text)
        ? text.toLowerCase()
        : text.replace(/[A-Z]|[^\0-\x7f]/gu, (char) => lowerOf.get(char) ?? char);
    /** @param {string} text */
    const words = (text) => text.match(wordsPattern) ?? [];

    return {
      lower,
      words,
      pieces: (term) => term.match(piecesPattern) ?? [],
      classOf: (piece) => (isWord.test(piece) ? "run" : isDense.test(piece) ? "pair" : "mark"),
      terms: (query) => words(lower(query.replace(/[\ud800-\udfff]/gu, "\ufffd"))),
      foldBlanks: (text) => words(text).join(" "),
      normaliseTags: (values) => {
        const folded = values.map((value) => {
          const found = [...value.matchAll(wordsPattern)];
          const last = found.at(-1);
          return last ? lower(value.slice(found[0]?.index, last.index + last[0].length)) : "";
        });
        return [...new Set(folded.filter(Boolean))];
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

  /**
   * The known word with the fewest edits to `word`, the first of equals; none if half of it would change.
   * @param {string} word
   * @param {Iterable<string>} known
   */
  kb.nearest = (word, known) => {
    const written = [...word];
    let best = null;
    let bestDistance = Math.floor(written.length / 2) + 1;
    for (const candidate of known) {
      const distance = edits(written, [...candidate]);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  };

  /**
   * @param {string[]} a
   * @param {string[]} b
   */
  const edits = (a, b) => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    a.forEach((char, i) => {
      const next = [i + 1];
      b.forEach((other, j) => {
        const swap = /** @type {number} */ (row[j]) + (char === other ? 0 : 1);
        next.push(
          Math.min(
            /** @type {number} */ (row[j + 1]) + 1,
            /** @type {number} */ (next[j]) + 1,
            swap,
          ),
        );
      });
      row = next;
    });
    return /** @type {number} */ (row[b.length]);
  };

  /**
   * @param {string} word
   * @param {Iterable<string>} known
   */
  kb.didYouMean = (word, known) => {
    const match = kb.nearest([...word].slice(0, 100).join(""), known);
    return match === null ? "" : `did you mean "${match}"? `;
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
