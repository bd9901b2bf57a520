// Bits that say where a term cannot be, and the filter of long words made of them. The twin of index/filter.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const DIGIT_BITS = 6;
  const JOINT = 3;

  kb.codeOf = (three) => {
    const [a = 0, b = 0, c = 0] = three.map((char) => char.codePointAt(0) ?? 0);
    return Math.floor((((a * 961 + b * 31 + c) * 40503) % 2147483647) / 8);
  };

  kb.isSet = (packed, number) =>
    (kb.valueOfDigit(packed.charCodeAt(Math.floor(number / DIGIT_BITS))) >> (number % DIGIT_BITS)) &
    1;

  kb.mayHold = (filter, term) => {
    const size = 2 ** Math.floor(Math.log2(filter.length * DIGIT_BITS));
    return (
      filter !== "" && kb.threes(term).every((three) => kb.isSet(filter, kb.codeOf(three) % size))
    );
  };

  kb.threes = (term) => {
    const chars = [...term];
    return chars.slice(JOINT - 1).map((_, i) => chars.slice(i, i + JOINT));
  };
})(globalThis.knowledgeBase);
