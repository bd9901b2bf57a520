// The lines that show why an entry matched. The twin of excerpt.py; both pass tests/vectors.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const HEADING = /^ {0,3}(?:(```|~~~)|#{1,6}[ \t]+(.*))/gm;
  const LONGEST_HEADING = 200;
  const MARKUP = /[`*]|!?\[|\]\([^)]*\)| #+$/g;

  kb.excerpts = (block, terms, text, constants) => {
    const fold = terms.some((term) => term.includes(" ")) ? text.foldLines : String;
    const shown = fold(block.shown);
    const lowered = fold(block.lowered);
    /** @type {Map<number, number[]>} counts of each term, by the start of a line that holds one */
    const byLine = new Map();
    terms.forEach((term, i) => {
      for (let at = lowered.indexOf(term); at >= 0; at = lowered.indexOf(term, at + term.length)) {
        const start = lowered.lastIndexOf("\n", at) + 1;
        const counts = byLine.get(start) ?? terms.map(() => 0);
        counts[i] = (counts[i] ?? 0) + 1;
        byLine.set(start, counts);
      }
    });
    return [...byLine]
      .map(([start, counts]) => ({
        start,
        distinct: counts.filter((count) => count > 0).length,
        occurrences: counts.reduce((sum, count) => sum + count, 0),
      }))
      .sort((a, b) => b.distinct - a.distinct || b.occurrences - a.occurrences || a.start - b.start)
      .slice(0, constants.excerpts)
      .map(({ start }) => {
        const [line = ""] = shown.slice(start).split("\n", 1);
        const before = shown.slice(0, start);
        return {
          excerpt: aroundFirstMatch(text.foldBlanks(line), terms, text, constants),
          line: kb.count(before, "\n"),
          section: sectionAfter(before, text),
        };
      });
  };

  /**
   * The last heading of a text in words; empty without one.
   * @param {string} before
   * @param {TextRules} text
   */
  const sectionAfter = (before, text) => {
    let section = "";
    let isCode = false;
    for (const [, fence, heading = ""] of before.matchAll(HEADING)) {
      if (fence) isCode = !isCode;
      else if (!isCode) section = heading;
    }
    const words = text.words(section.slice(0, LONGEST_HEADING).split(" {")[0] ?? "");
    return words.join(" ").replace(MARKUP, "");
  };

  /**
   * @param {string} folded
   * @param {string[]} terms
   * @param {TextRules} text
   * @param {Constants} constants
   */
  const aroundFirstMatch = (folded, terms, text, { excerptBytes, excerptLead }) => {
    const encoder = new TextEncoder();
    const encoded = encoder.encode(folded);
    if (encoded.length <= excerptBytes) return folded;
    const lowered = text.lower(folded);
    const first = Math.min(...terms.map((term) => lowered.indexOf(term)).filter((at) => at >= 0));
    const matchStart = encoder.encode(folded.slice(0, first)).length;
    let start = Math.max(0, Math.min(matchStart - excerptLead, encoded.length - excerptBytes));
    while (isInside(encoded, start)) start++;
    let end = start + excerptBytes;
    while (isInside(encoded, end)) end--;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded.subarray(start, end));
  };

  /**
   * Whether a code point goes on at `at`.
   * @param {Uint8Array} encoded
   * @param {number} at
   */
  const isInside = (encoded, at) => ((encoded[at] ?? 0) & 0xc0) === 0x80;

  /**
   * Where terms occur in a text as shown: [start, end) in UTF-16 units, in order, without overlaps.
   * @param {string} shown
   * @param {string[]} terms
   * @param {TextRules} text
   */
  kb.marks = (shown, terms, text) => {
    const lowered = text.lower(shown);
    /** @type {[number, number][]} */
    const ranges = [];
    for (const term of new Set(terms)) {
      for (let at = lowered.indexOf(term); at >= 0; at = lowered.indexOf(term, at + term.length)) {
        ranges.push([at, at + term.length]);
      }
    }
    ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    /** @type {[number, number][]} */
    const merged = [];
    for (const [start, end] of ranges) {
      const last = merged.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else merged.push([start, end]);
    }
    return merged;
  };
})(globalThis.knowledgeBase);
