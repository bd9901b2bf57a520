// The search dialog at work: ranks what is typed, moves among the hits, opens one.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const PAGE = 5;
  const STEPS = new Map([
    ["ArrowDown", 1],
    ["ArrowUp", -1],
    ["PageDown", PAGE],
    ["PageUp", -PAGE],
  ]);

  kb.connect = (shell) => {
    const { dialog, input, list } = shell;
    /** @type {HTMLAnchorElement[]} */
    let options = [];
    let active = 0;
    /** @type {string | null} */
    let asked = null;
    let answered = false;
    let terms = "";
    /** @type {"here" | "tab" | null} where to open the first hit, if Enter came before the answer */
    let waiting = null;

    const search = () => {
      const query = input.value;
      if (query === asked) return;
      asked = query;
      answered = false;
      waiting = null;
      shell.attend(kb.askAll(query), show, again);
    };

    const again = () => {
      asked = null;
      search();
    };

    /** @param {(SourceAnswer | SourceFailure)[]} answers */
    const show = (answers) => {
      const found = answers.filter((answer) => "result" in answer);
      const failed = answers.filter((answer) => "failure" in answer);
      answered = true;
      // The same words give the same hits: a blank at the end does not disturb the list.
      const key = JSON.stringify(found.map(({ source, result }) => [source.key, result.terms]));
      if (key !== terms) fill(found.filter(({ links }) => links.length > 0).map(kb.hitGroup));
      terms = key;
      const sentences = failed.map(({ failure }) => failure);
      if (options.length > 0 || failed.length === 0) sentences.unshift(kb.summary(found));
      shell.say(sentences.join(" "), failed.length > 0 ? again : undefined);
      if (waiting) follow(waiting);
    };

    /** @param {HTMLElement[]} groups */
    const fill = (groups) => {
      list.replaceChildren(...groups);
      options = [...list.querySelectorAll("a")];
      list.hidden = options.length === 0;
      input.setAttribute("aria-expanded", String(options.length > 0));
      input.removeAttribute("aria-activedescendant");
      activate(0);
    };

    /** @param {number} next */
    const activate = (next) => {
      options[active]?.setAttribute("aria-selected", "false");
      active = next;
      const option = options[active];
      if (!option) return;
      option.setAttribute("aria-selected", "true");
      input.setAttribute("aria-activedescendant", option.id);
      // The first hit brings the heading above it into view.
      if (active === 0) list.scrollTop = 0;
      else option.scrollIntoView({ block: "nearest" });
    };

    /** @param {string} key */
    const move = (key) => {
      const step = STEPS.get(key) ?? 0;
      const last = options.length - 1;
      if (Math.abs(step) === PAGE) activate(Math.min(Math.max(active + step, 0), last));
      else activate((active + step + options.length) % options.length);
    };

    /** @param {"here" | "tab"} where */
    const follow = (where) => {
      waiting = null;
      const option = options[active];
      if (where === "tab") window.open(option?.href, "_blank", "noopener");
      else option?.click();
    };

    shell.onkey = (event) => {
      // 229: Safari ends a composition before the key that ended it.
      if (event.isComposing || event.keyCode === 229) return;
      const onButton = event.target instanceof HTMLButtonElement;
      const command = event.ctrlKey || event.metaKey;
      const plain = !(command || event.altKey || event.shiftKey);
      if (event.key === "Enter" && !onButton) {
        event.preventDefault();
        const where = command ? "tab" : "here";
        if (answered) follow(where);
        else waiting = where;
      } else if (plain && STEPS.has(event.key) && options.length > 0) {
        event.preventDefault();
        move(event.key);
      } else if (!command && event.key.length === 1 && !onButton) {
        input.focus();
      }
    };

    input.addEventListener("input", (event) => {
      if (!(/** @type {InputEvent} */ (event).isComposing)) search();
    });
    input.addEventListener("compositionend", search);
    list.addEventListener("click", (event) => {
      const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (event.target instanceof Element && event.target.closest("a") && !modified) dialog.close();
    });
    dialog.addEventListener("close", () => {
      waiting = null;
    });
    search();
    // Enter may have come before this script.
    if (dialog.open && shell.lastKey?.key === "Enter") shell.onkey(shell.lastKey);
  };
})(globalThis.knowledgeBase);
