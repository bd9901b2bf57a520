// Why a hit stands where it stands: the parts of its score, which add up.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const PLACES = 4;

  /** @param {number} value */
  const exact = (value) => value.toFixed(PLACES).replace(/\.?0+$/, "");

  /** @type {(term: string, ...cells: string[]) => HTMLElement} */
  const line = (term, ...cells) =>
    kb.element(
      "tr",
      {},
      kb.element("th", { scope: "row", dir: "auto" }, term),
      ...cells.map((cell) => kb.element("td", {}, cell)),
    );

  /** @type {(part: TermEvidence, formula: Formula, constants: Constants) => string} */
  const reasons = ({ count, affinity }, formula, { tagWeight }) =>
    [
      affinity > 0 &&
        kb.say(affinity === 1 ? "why.tag" : "why.start_of_tag", {
          weight: tagWeight,
          part: exact(affinity),
          worth: exact(tagWeight * affinity),
        }),
      count > 0 && kb.say("why.mentions", { count, worth: exact(formula.damp(count)) }),
    ]
      .filter(Boolean)
      .join(", ") || kb.say("why.not_found");

  kb.why = (row, isByKey, input) => {
    const button = row.querySelector(".kb-hit__why");
    const open = row.querySelector(".kb-why");
    button?.setAttribute("aria-expanded", String(!open));
    if (open) {
      if (open.contains(document.activeElement)) input.focus();
      return open.remove();
    }
    const shown = kb.hits.get(row);
    if (!shown) return;
    const { hit, index } = shown;
    const { evidence, coverage, score } = hit;
    const sum = evidence.reduce((total, part) => total + part.score, 0);
    const found = Math.round(coverage * evidence.length);
    const table = kb.element(
      "table",
      { tabindex: "-1" },
      kb.element("caption", {}, kb.say("why.caption", { score: exact(score) })),
      kb.element(
        "tbody",
        {},
        ...evidence.map((part) =>
          line(
            kb.clip(part.term),
            reasons(part, index.formula, index.manifest.constants),
            exact(part.score),
          ),
        ),
        line(kb.say("why.sum"), "", exact(sum)),
        line(
          kb.say("why.coverage"),
          kb.say("why.covered", { count: evidence.length, found }),
          `× ${exact(coverage * coverage)}`,
        ),
        line(kb.say("why.score"), "", exact(score)),
      ),
    );
    row.append(kb.element("div", { class: "kb-why", role: "gridcell" }, table));
    if (isByKey) table.focus();
    table.scrollIntoView({ block: "nearest" });
  };
})(globalThis.knowledgeBase);
