// Filters as chips: those of the query, and those that it could have with how many hits they leave. What is typed is the
// one place where filters are kept: a chip adds to it or takes from it.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const KEYS = /** @type {const} */ (["category", "store", "tier", "tag"]);
  const SHOWN = 12;
  const LABELS = {
    category: kb.say("filters.category"),
    store: kb.say("filters.store"),
    tier: kb.say("filters.tier"),
    tag: kb.say("filters.tag"),
  };

  /** @type {(key: FilterKey, value: string) => string} */
  const written = (key, value) => `${key}:${/[\s"]/.test(value) ? `"${value}"` : value}`;

  /** The query without a filter. @type {(query: string, key: FilterKey, value: string, text: TextRules) => string} */
  const without = (query, key, value, text) =>
    (query.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [])
      .filter((word) => !text.parse(word).filters[key].includes(value))
      .join(" ");

  kb.panels.filters = async (view) => {
    const answer = view.answers.find(({ source }) => !source.optional);
    if (!answer) return [];
    const { index, result } = answer;
    const query = view.query;

    /** @type {(key: FilterKey, value: string) => HTMLButtonElement} */
    const chosen = (key, value) => {
      const chip = kb.button(
        "kb-chip",
        () => view.ask(without(query, key, value, index.text)),
        kb.element("span", { class: "kb-chip__key" }, LABELS[key]),
        " ",
        kb.element("bdi", {}, value),
        kb.element("span", { "aria-hidden": "true" }, "×"),
      );
      chip.ariaLabel = kb.say("filters.remove", { filter: `${LABELS[key]} ${value}` });
      return chip;
    };

    /** @type {(key: FilterKey, facet: Facet) => HTMLButtonElement} */
    const choice = (key, { value, count }) => {
      const isPressed = result.filters[key].includes(value);
      const chip = kb.button(
        "kb-chip",
        () =>
          view.ask(
            isPressed
              ? without(query, key, value, index.text)
              : `${query.trim()} ${written(key, value)}`,
          ),
        kb.element("bdi", {}, value),
        kb.element("span", { class: "kb-chip__count" }, String(count)),
      );
      chip.value = written(key, value);
      chip.setAttribute("aria-pressed", String(isPressed));
      return chip;
    };

    const chips = KEYS.flatMap((key) => result.filters[key].map((value) => chosen(key, value)));
    if (!view.isOpen)
      return chips.length > 0 ? [kb.element("div", { class: "kb-chips" }, ...chips)] : [];

    const facets = await kb.facets(index, { query }, [...KEYS]);
    return KEYS.flatMap((key) => {
      const values = (facets[key] ?? []).filter(({ value }) =>
        index.text.parse(written(key, value)).filters[key].includes(value),
      );
      // One value that all hits share narrows nothing.
      if (values.length < 2 && result.filters[key].length === 0) return [];
      const all = values.map((facet) => choice(key, facet));
      const group = kb.element(
        "div",
        { class: "kb-chips", role: "group", "aria-label": LABELS[key] },
        kb.element("span", { class: "kb-chips__label", "aria-hidden": "true" }, LABELS[key]),
        ...all.slice(0, SHOWN),
      );
      if (all.length > SHOWN) {
        const rest = kb.button(
          "kb-chip",
          () => rest.replaceWith(...all.slice(SHOWN)),
          kb.say("filters.more", { count: all.length - SHOWN }),
        );
        group.append(rest);
      }
      return [group];
    });
  };
})(globalThis.knowledgeBase);
