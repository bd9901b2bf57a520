// Recent searches, kept on this device only: those that led to a hit. Fetched after the first answer.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const KEY = "kb-recent";
  const KEPT = 8;

  /** @returns {string[]} */
  const recent = () => {
    const kept = kb.kept("localStorage", KEY);
    return Array.isArray(kept)
      ? kept.filter((query) => typeof query === "string").slice(0, KEPT)
      : [];
  };

  kb.noteSearch = (query) => {
    const others = recent().filter((other) => other !== query.trim());
    kb.keep("localStorage", KEY, [query.trim(), ...others].slice(0, KEPT));
  };

  kb.panels.recent = (view) => {
    const queries = view.query.trim() ? [] : recent();
    if (queries.length === 0) return [];
    /** @param {string[]} left */
    const leave = (left) => {
      kb.keep("localStorage", KEY, left);
      view.refresh();
    };
    const rows = queries.map((query) => {
      const remove = kb.button(
        "kb-recent__remove",
        () => leave(recent().filter((other) => other !== query)),
        "×",
      );
      remove.ariaLabel = kb.say("recent.remove", { query });
      const again = kb.button(
        "kb-recent__query",
        () => view.ask(query),
        kb.element("bdi", {}, query),
      );
      return kb.element("li", {}, again, remove);
    });
    return [
      kb.element(
        "div",
        { class: "kb-recent", role: "group", "aria-label": kb.say("recent.label") },
        kb.element(
          "div",
          { class: "kb-recent__head" },
          kb.element("span", { "aria-hidden": "true" }, kb.say("recent.label")),
          kb.button("kb-tool", () => leave([]), kb.say("recent.clear")),
        ),
        kb.element("ul", {}, ...rows),
      ),
    ];
  };
})(globalThis.knowledgeBase);
