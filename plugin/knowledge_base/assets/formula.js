// Evidence in, score out: pure arithmetic. The twin of ranking/formula.py, operation for operation, so that both agree
// to the last bit; both pass tests/vectors. The constants come from the manifest of the index.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  /** @param {string} bits 16 hexadecimal digits of a double */
  const double = (bits) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    return view.getFloat64(0);
  };

  /**
   * @param {Constants} constants
   * @returns {Formula}
   */
  kb.makeFormula = (constants) => {
    const { tagWeight, minPrefix } = constants;
    const cutoff = double(constants.cutoff);
    const ln2High = double(constants.ln2High);
    const ln2Low = double(constants.ln2Low);
    const inverseLn2 = double(constants.inverseLn2);
    const halfSqrt2 = double(constants.halfSqrt2);
    const l1 = double(constants.log1);
    const l2 = double(constants.log2);
    const l3 = double(constants.log3);
    const l4 = double(constants.log4);
    const l5 = double(constants.log5);
    const l6 = double(constants.log6);
    const l7 = double(constants.log7);

    /**
     * The binary logarithm of a positive count.
     * @param {number} n
     */
    const log2 = (n) => {
      let f = n;
      let exponent = 0;
      while (f >= 1) {
        f = f / 2;
        exponent++;
      }
      if (f === 0.5) return exponent - 1;
      let k = 0;
      if (f < halfSqrt2) {
        f = f * 2;
        k = -1;
      }
      f = f - 1;
      const s = f / (2 + f);
      const z = s * s;
      const w = z * z;
      const r = z * (l1 + w * (l3 + w * (l5 + w * l7))) + w * (l2 + w * (l4 + w * l6));
      const h = 0.5 * f * f;
      const ln = k * ln2High - (h - (s * (h + r) + k * ln2Low) - f);
      return ln * inverseLn2 + exponent;
    };

    /** @param {number} count */
    const damp = (count) => (count === 0 ? 0 : 1 + log2(count));

    /**
     * @param {string} term
     * @param {string} tag
     */
    const affinity = (term, tag) => {
      if (term === tag) return 1;
      const a = kb.lengthInCodePoints(term);
      const b = kb.lengthInCodePoints(tag);
      const shorter = a < b ? term : tag;
      const longer = a < b ? tag : term;
      const shared = Math.min(a, b);
      if (a > b && term.includes(" ")) return 0;
      return shared >= minPrefix && longer.startsWith(shorter) ? shared / Math.max(a, b) : 0;
    };

    return {
      damp,
      affinity,
      termScore: (count, likeness) => tagWeight * likeness + damp(count),
      floor: (best) => best * cutoff,
    };
  };

  /**
   * @param {number} sum of the term scores, left to right in query order
   * @param {number} coverage
   */
  kb.score = (sum, coverage) => sum * (coverage * coverage);
})(globalThis.knowledgeBase);
