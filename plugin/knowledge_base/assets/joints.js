// The lists of entries by joint: where a term of several classes may be. The twin of index/joints.py. Fetched with
// texts.js.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  kb.jointsOf = async (term, { joints, size, pieces, load }) => {
    const mixed = kb.threes(term).filter((three) => pieces(three.join("")).length > 1);
    const numbers = [...new Set(mixed.map((three) => kb.codeOf(three) % joints.lists))];
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
        lists.every((bits) => kb.isSet(bits, place)) ? block : [],
      );
  };
})(globalThis.knowledgeBase);
