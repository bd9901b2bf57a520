// The search dialog at work: ranks what is typed, moves among the hits, opens one.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const PAGE = 5;
  /** Milliseconds without a key after which what was typed is searched; before the first key there is no wait. */
  const PAUSE = 150;
  /** So many hits are asked for at first: their texts are most of what the reader waits for. */
  const FIRST_HITS = 5;
  /** The rest is asked for when the end of the first ones is in view, or so near. */
  const NEAR = "0px 0px 150px";
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
    /** @type {string | null} */
    let answered = null;
    let terms = "";
    let typedAt = Number.NEGATIVE_INFINITY;
    let pause = 0;
    let hasMore = false;
    /** @type {"here" | "tab" | null} where to open the first hit, if Enter came before the answer */
    let waiting = null;

    const search = () => {
      clearTimeout(pause);
      const query = input.value;
      if (query === asked) return;
      asked = query;
      hasMore = false;
      shell.attend(kb.askAll(query, FIRST_HITS), show, again);
    };

    const typed = () => {
      const isBurst = performance.now() - typedAt < PAUSE;
      typedAt = performance.now();
      waiting = null;
      clearTimeout(pause);
      if (isBurst) pause = setTimeout(search, PAUSE);
      else search();
    };

    const again = () => {
      asked = null;
      search();
    };

    /** Shows the rest of the hits; the reader stays where they are. */
    const more = async () => {
      if (!hasMore) return;
      hasMore = false;
      const query = asked;
      const answers = await kb.askAll(query ?? "");
      if (query !== asked || answers.some((answer) => "failure" in answer)) return;
      const at = options[active]?.id;
      const top = list.scrollTop;
      fill(groupsOf(answers));
      activate(
        Math.max(
          0,
          options.findIndex(({ id }) => id === at),
        ),
      );
      list.scrollTop = top;
    };

    /** @param {(SourceAnswer | SourceFailure)[]} answers */
    const groupsOf = (answers) =>
      answers
        .filter((answer) => "result" in answer)
        .filter(({ links }) => links.length > 0)
        .map(kb.hitGroup);

    /** @param {(SourceAnswer | SourceFailure)[]} answers */
    const show = (answers) => {
      const found = answers.filter((answer) => "result" in answer);
      const failed = answers.filter((answer) => "failure" in answer);
      answered = asked;
      // The same words give the same hits: a blank at the end does not disturb the list.
      const key = JSON.stringify(
        found.map(({ source, result }) => [source.key, result.terms, result.filters]),
      );
      if (key !== terms) fill(groupsOf(answers));
      terms = key;
      const sentences = failed.map(({ failure }) => failure);
      if (options.length > 0 || failed.length === 0) sentences.unshift(kb.summary(found));
      shell.say(sentences.join(" "), failed.length > 0 ? again : undefined);
      hasMore = found.some(({ result: { total, hits } }) => total > hits.length);
      if (waiting) follow(waiting);
    };

    const ends = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { root: list, rootMargin: NEAR },
    );

    /** @param {HTMLElement[]} groups */
    const fill = (groups) => {
      list.replaceChildren(...groups);
      options = [...list.querySelectorAll("a")];
      ends.disconnect();
      for (const end of list.querySelectorAll(".kb-hits__more")) ends.observe(end);
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
        if (answered === input.value) follow(where);
        else {
          search();
          waiting = where;
        }
      } else if (plain && STEPS.has(event.key) && options.length > 0) {
        event.preventDefault();
        move(event.key);
      } else if (!command && event.key.length === 1 && !onButton) {
        input.focus();
      }
    };

    input.addEventListener("input", (event) => {
      if (!(/** @type {InputEvent} */ (event).isComposing)) typed();
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
