// The list of hits under the keys: one row is active, and stays so when others join it.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const PAGE = 5;
  const STEPS = new Map([
    ["ArrowDown", 1],
    ["ArrowUp", -1],
    ["PageDown", PAGE],
    ["PageUp", -PAGE],
  ]);

  kb.makeRows = (list, input) => {
    /** @type {HTMLElement[]} */
    let rows = [];
    let active = 0;

    /** @type {(row: HTMLElement | undefined, isActive: boolean) => void} */
    const mark = (row, isActive) => {
      row?.setAttribute("aria-selected", String(isActive));
      // Tab leads to the parts of the active row, and of no other.
      for (const part of row?.querySelectorAll("a:not(.kb-hit__title), button") ?? []) {
        part.setAttribute("tabindex", isActive ? "0" : "-1");
      }
    };

    /** @param {number} next */
    const activate = (next) => {
      mark(rows[active], false);
      active = next;
      const row = rows[active];
      if (!row) return;
      mark(row, true);
      input.setAttribute("aria-activedescendant", row.id);
      // The first hit brings the heading above it into view.
      if (active === 0) list.scrollTop = 0;
      else row.scrollIntoView({ block: "nearest" });
    };

    return {
      get active() {
        return rows[active];
      },
      fill(groups, stay = false) {
        const id = rows[active]?.id;
        const top = list.scrollTop;
        list.replaceChildren(...groups);
        rows = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".kb-hit"))];
        list.hidden = rows.length === 0;
        input.setAttribute("aria-expanded", String(rows.length > 0));
        input.removeAttribute("aria-activedescendant");
        activate(Math.max(0, stay ? rows.findIndex((row) => row.id === id) : 0));
        if (stay) list.scrollTop = top;
      },
      move(key) {
        const step = STEPS.get(key) ?? 0;
        if (step === 0 || rows.length === 0) return false;
        const next = active + step;
        input.focus();
        if (Math.abs(step) === 1) activate((next + rows.length) % rows.length);
        else activate(Math.min(Math.max(next, 0), rows.length - 1));
        return true;
      },
    };
  };
})(globalThis.knowledgeBase);
