// What to do where there are no hits: nearest words, other filters, always-applied pages.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const WORDS = 3;
  const PAGES = 5;

  kb.panels.help = async (view) => {
    const answer = view.answers.find(({ source }) => !source.optional);
    if (!answer) return [];
    const { index, result } = answer;
    const { terms, filters } = result;
    const query = view.query;
    /** @type {HTMLElement[]} */
    const parts = [];

    if (Object.values(filters).some((values) => values.length > 0)) {
      const words = terms.map((term) => (term.includes(" ") ? `"${term}"` : term)).join(" ");
      parts.push(kb.button("kb-chip", () => view.ask(words), kb.say("help.without_filters")));
    }

    const unknown = (await kb.unknownWords(index, terms)).slice(0, WORDS);
    for (const word of unknown) {
      const at = index.text.lower(query).indexOf(word);
      const nearest = at < 0 ? [] : await kb.nearestWords(index, word);
      if (nearest.length === 0) continue;
      const buttons = nearest.map((known) =>
        kb.button(
          "kb-chip",
          () => view.ask(query.slice(0, at) + known + query.slice(at + word.length)),
          kb.element("bdi", {}, known),
        ),
      );
      parts.push(
        kb.element(
          "div",
          { class: "kb-chips" },
          kb.element("span", {}, kb.say("help.instead", { word: kb.clip(word) })),
          ...buttons,
        ),
      );
    }

    const held = (await kb.heldByAlwaysApplied(index, terms)).slice(0, PAGES);
    if (held.length > 0) {
      const links = await Promise.all(
        held.map(async (place) =>
          kb.element(
            "li",
            {},
            kb.element(
              "a",
              { href: kb.pageUrl(await index.addressOf(place)), dir: "auto" },
              place.title,
            ),
          ),
        ),
      );
      parts.push(
        kb.element("p", {}, kb.say("help.always_applied")),
        kb.element("ul", {}, ...links),
      );
    }
    return parts.length > 0 ? [kb.element("div", { class: "kb-help" }, ...parts)] : [];
  };
})(globalThis.knowledgeBase);
