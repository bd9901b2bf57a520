// Recent searches, offered again. Fetched when there are some.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  kb.panels.recent = (view) => {
    /** @param {string[]} left */
    const leave = (left) => {
      kb.keepRecent(left);
      view.refresh();
    };
    const rows = kb.recent().map((query) => {
      const remove = kb.button(
        "kb-recent__remove",
        () => leave(kb.recent().filter((other) => other !== query)),
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
