// The lines that show why an entry matched. The twin of excerpt.py; both pass tests/vectors.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const HEADING = /^ {0,3}(?:(```|~~~)|#{1,6}[ \t]+(.*))/gm;
  const LONGEST_HEADING = 200;
  const MARKUP = /[`*]|!?\[|\]\([^)]*\)| #+$/g;

  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  kb.excerpts = (block, terms, text, constants) => {
    const { starts, headings } = outlineOf(block, text);
    return strongest(block, terms, text, constants.excerpts).map((line) => {
      const heading = kb.lastAtOrBefore(headings.length, (i) => (headings[i]?.line ?? 0) >= line);
      /** @param {string} of */
      const folded = (of) =>
        text.foldBlanks(of.slice(starts[line], (starts[line + 1] ?? Infinity) - 1));
      return {
        excerpt: aroundFirstMatch(folded(block.shown), folded(block.lowered), terms, constants),
        line,
        section: headings[heading]?.words ?? "",
      };
    });
  };

  /** @type {WeakMap<Block, Outline>} */
  const outlines = new WeakMap();

  /** @type {(block: Block, text: TextRules) => Outline} made once for a block */
  const outlineOf = (block, text) => {
    const known = outlines.get(block);
    if (known) return known;
    const starts = startsOf(block.shown);
    const headings = [];
    let isCode = false;
    for (const { index = 0, 1: fence, 2: heading = "" } of block.shown.matchAll(HEADING)) {
      if (fence) isCode = !isCode;
      else if (!isCode) {
        const line = kb.lastAtOrBefore(starts.length, (i) => (starts[i] ?? 0) > index);
        const words = text.words(heading.slice(0, LONGEST_HEADING).split(" {")[0] ?? "");
        headings.push({ line, words: words.join(" ").replace(MARKUP, "") });
      }
    }
    const outline = { starts, headings };
    outlines.set(block, outline);
    return outline;
  };

  /**
   * Where the lines of a text start.
   * @param {string} text
   */
  const startsOf = (text) => {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  };

  /**
   * The lines that hold most terms (duplicates count), then those that hold them most often, then the earlier ones.
   * @param {Block} block
   * @param {string[]} terms
   * @param {TextRules} text
   * @param {number} most
   */
  const strongest = (block, terms, text, most) => {
    const hasPhrase = terms.some((term) => term.includes(" "));
    const lowered = hasPhrase ? text.foldLines(block.lowered) : block.lowered;
    const starts = hasPhrase ? startsOf(lowered) : outlineOf(block, text).starts;
    const distinct = new Uint32Array(starts.length);
    const occurrences = new Uint32Array(starts.length);
    for (const term of terms) {
      let line = 0;
      let last = -1;
      for (let at = lowered.indexOf(term); at >= 0; at = lowered.indexOf(term, at + term.length)) {
        while ((starts[line + 1] ?? Infinity) <= at) line++;
        if (line !== last) distinct[line] = (distinct[line] ?? 0) + 1;
        occurrences[line] = (occurrences[line] ?? 0) + 1;
        last = line;
      }
    }
    /** @type {(a: number, b: number) => number} */
    const order = (a, b) =>
      (distinct[b] ?? 0) - (distinct[a] ?? 0) ||
      (occurrences[b] ?? 0) - (occurrences[a] ?? 0) ||
      a - b;
    /** @type {number[]} */
    const best = [];
    distinct.forEach((held, line) => {
      if (held === 0) return;
      // Most lines are weaker than all that are kept.
      if (best.length === most && order(line, best[most - 1] ?? 0) > 0) return;
      best.push(line);
      best.sort(order);
      best.length = Math.min(best.length, most);
    });
    return best;
  };

  /**
   * @param {string} shown
   * @param {string} lowered
   * @param {string[]} terms
   * @param {Constants} constants
   */
  const aroundFirstMatch = (shown, lowered, terms, { excerptBytes, excerptLead }) => {
    if (3 * shown.length <= excerptBytes) return shown;
    const encoded = encoder.encode(shown);
    if (encoded.length <= excerptBytes) return shown;
    const first = Math.min(...terms.map((term) => lowered.indexOf(term)).filter((at) => at >= 0));
    const matchStart = encoder.encode(shown.slice(0, first)).length;
    let start = Math.max(0, Math.min(matchStart - excerptLead, encoded.length - excerptBytes));
    while (isInside(encoded, start)) start++;
    let end = start + excerptBytes;
    while (isInside(encoded, end)) end--;
    return decoder.decode(encoded.subarray(start, end));
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
