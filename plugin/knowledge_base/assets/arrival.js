// On a page that the search led to: marks softly what was looked for, until Esc. Fetched on such pages only.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const MARKS = "knowledge";
  /** A link that was followed longer ago was left for another page. */
  const FRESH = 60_000;
  const MOST = 500;

  /** One code unit for each, so that places in both are the same. @param {string} text */
  const lower = (text) =>
    text.replace(/[A-Z]|[^\0-\x7f]/g, (char) => {
      const low = char === "\u0130" ? "i" : char.toLowerCase();
      return low.length === 1 ? low : char;
    });

  /** @type {(root: Node, terms: string[]) => Range[]} */
  const rangesOf = (root, terms) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    /** @type {{node: Node, start: number}[]} */
    const nodes = [];
    let text = "";
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      nodes.push({ node, start: text.length });
      text += (node.nodeValue ?? "").replace(/\s/g, " ");
    }
    const lowered = lower(text);
    /** @param {number} at */
    const place = (at) => {
      let low = 0;
      let high = nodes.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((nodes[middle]?.start ?? 0) <= at) low = middle;
        else high = middle - 1;
      }
      const { node, start } = /** @type {{node: Node, start: number}} */ (nodes[low]);
      return { node, offset: at - start };
    };
    const ranges = [];
    for (const term of new Set(terms)) {
      for (let at = lowered.indexOf(term); at >= 0; at = lowered.indexOf(term, at + term.length)) {
        if (ranges.length === MOST) return ranges;
        const range = document.createRange();
        const first = place(at);
        const last = place(at + term.length - 1);
        range.setStart(first.node, first.offset);
        range.setEnd(last.node, last.offset + 1);
        ranges.push(range);
      }
    }
    return ranges;
  };

  const clear = () => {
    CSS.highlights.delete(MARKS);
    kb.keep("sessionStorage", kb.ARRIVAL, null);
  };

  kb.showArrival = (page) => {
    const fresh = kb.kept("localStorage", kb.ARRIVAL);
    if (fresh?.page === page) {
      kb.keep("localStorage", kb.ARRIVAL, null);
      if (Date.now() - fresh.at < FRESH) kb.keep("sessionStorage", kb.ARRIVAL, fresh);
    }
    const arrival = kb.kept("sessionStorage", kb.ARRIVAL);
    const root = document.querySelector("article") ?? document.body;
    // Where the browser cannot mark without changing the page, nothing is marked.
    if (arrival?.page !== page || !globalThis.Highlight) return;
    CSS.highlights.set(MARKS, new Highlight(...rangesOf(root, arrival.terms)));
  };

  document.addEventListener("keydown", ({ key }) => {
    const isForDialog = document.querySelector("dialog.kb-dialog[open]");
    if (key === "Escape" && !isForDialog && globalThis.Highlight) clear();
  });
})(globalThis.knowledgeBase);
