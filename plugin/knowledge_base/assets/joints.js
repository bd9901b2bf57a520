// Bits that say where a term cannot be: the filter of long words, and the lists of entries by joint.
// The twin of index/filter.py and index/joints.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const DIGIT_BITS = 6;
  const JOINT = 3;

  /**
   * A number for three neighbouring characters.
   * @param {string[]} three
   */
  const codeOf = (three) => {
    const [a = 0, b = 0, c = 0] = three.map((char) => char.codePointAt(0) ?? 0);
    return Math.floor((((a * 961 + b * 31 + c) * 40503) % 2147483647) / 8);
  };

  /**
   * @param {string} packed
   * @param {number} number
   */
  const isSet = (packed, number) =>
    (kb.valueOfDigit(packed.charCodeAt(Math.floor(number / DIGIT_BITS))) >> (number % DIGIT_BITS)) &
    1;

  kb.mayHold = (filter, term) => {
    const size = 2 ** Math.floor(Math.log2(filter.length * DIGIT_BITS));
    return filter !== "" && threes(term).every((three) => isSet(filter, codeOf(three) % size));
  };

  /** @param {string} term */
  const threes = (term) => {
    const chars = [...term];
    return chars.slice(JOINT - 1).map((_, i) => chars.slice(i, i + JOINT));
  };

  kb.jointsOf = async (term, { joints, size, pieces, load }) => {
    const mixed = threes(term).filter((three) => pieces(three.join("")).length > 1);
    const numbers = [...new Set(mixed.map((three) => codeOf(three) % joints.lists))];
    const list = async (/** @type {number} */ number) => {
      const shard = await load(joints.shards[Math.floor(number / joints.perShard)] ?? "");
      return String(shard).split(" ")[number % joints.perShard] ?? "";
    };
    const [later, ...lists] = await Promise.all([load(joints.later), ...numbers.map(list)]);
    const { entries, counts } = kb.unpackPostings(String(later));
    /** @type {Map<number, number[]>} where the bits of later blocks are */
    const places = new Map();
    let end = size;
    entries.forEach((entry, i) => {
      places.set(
        entry,
        Array.from({ length: counts[i] ?? 0 }, () => end++),
      );
    });
    return (entry) =>
      [entry, ...(places.get(entry) ?? [])].flatMap((place, block) =>
        lists.every((bits) => isSet(bits, place)) ? block : [],
      );
  };
})(globalThis.knowledgeBase);
