// Sorts and filters the entries of a list. Loaded on pages with a list; without it the list is as the page has it.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  kb.sortLists = () => {
    for (const list of document.querySelectorAll("[data-kb-list]")) connect(list);
  };

  /** @param {Element} list */
  const connect = (list) => {
    list.removeAttribute("data-kb-list");
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
    const rows = [...list.children].map((node, place) => ({
      node: /** @type {HTMLElement} */ (node),
      place,
      text: (node.textContent ?? "").toLowerCase(),
      title: node.querySelector("a")?.textContent ?? "",
      day: node.querySelector("time")?.dateTime ?? "",
    }));
    /** @type {[label: string, (a: typeof rows[0], b: typeof rows[0]) => number][]} */
    const orders = [
      [kb.say("list.as_listed"), (a, b) => a.place - b.place],
      [kb.say("list.by_title"), (a, b) => compare(a.title, b.title)],
      [kb.say("list.by_day"), (a, b) => compare(b.day, a.day)],
    ];
    if (!rows.some(({ day }) => day)) orders.pop();

    const filter = kb.element("input", {
      type: "search",
      placeholder: kb.say("list.filter"),
      "aria-label": kb.say("list.filter"),
    });
    const sort = kb.element(
      "select",
      { "aria-label": kb.say("list.sort") },
      ...orders.map(([label], i) => kb.element("option", { value: `${i}` }, label)),
    );
    const shown = kb.element("output", { class: "kb-meta" });

    filter.oninput = () => {
      const words = filter.value.toLowerCase().split(/\s+/);
      for (const { node, text } of rows) node.hidden = !words.every((word) => text.includes(word));
      const count = rows.filter(({ node }) => !node.hidden).length;
      shown.textContent = filter.value
        ? kb.say("list.shown", { shown: count, total: rows.length })
        : "";
    };
    sort.onchange = () => {
      const order = orders[Number(sort.value)];
      if (order) list.append(...rows.sort(order[1]).map(({ node }) => node));
    };
    list.before(kb.element("div", { class: "kb-tools" }, filter, sort, shown));
  };
})(globalThis.knowledgeBase);
