// The search dialog at work: ranks what is typed, opens a hit, shows beside the hits what the query asks for.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  /** Milliseconds without a key after which what is typed is searched; a key that comes after them has no wait. */
  const PAUSE = 200;
  /** What waits twice as long: a short word is a part of too many others, and an open quote becomes a phrase. */
  const UNFINISHED = /(^|\s)(\S{1,2}|"[^"]*)$/;
  /** So many hits are asked for at first: their texts are most of what the reader waits for. */
  const FIRST_HITS = 5;
  /** The rest is asked for when the end of the first ones is in view, or so near. */
  const NEAR = "0px 0px 150px";
  const FUNNEL = "M4 6h16M7 12h10M10 18h4";
  const CHAIN = "M9.5 14.5l5-5M11 7l2-2a4.2 4.2 0 0 1 6 6l-2 2M13 17l-2 2a4.2 4.2 0 0 1-6-6l2-2";

  const RECENT = "kb-recent";
  const KEPT = 8;

  kb.panels = {};

  kb.recent = () => {
    const kept = kb.settings.recent ? kb.kept("localStorage", RECENT) : null;
    return Array.isArray(kept)
      ? kept.filter((query) => typeof query === "string").slice(0, KEPT)
      : [];
  };
  kb.keepRecent = (queries) => kb.keep("localStorage", RECENT, queries);

  kb.connect = (shell) => {
    const { dialog, input, list, panel } = shell;
    const rows = kb.makeRows(list, input);
    /** @type {string | null} */
    let asked = null;
    /** @type {string | null} */
    let answered = null;
    let shown = "";
    let typedAt = shell.lastKey?.timeStamp ?? Number.NEGATIVE_INFINITY;
    let pause = 0;
    let hasMore = false;
    let weaker = false;
    /** whether the filters that the query could have are shown */
    let isOpen = false;
    /** @type {"here" | "tab" | null} where to open the first hit, if Enter came before the answer */
    let waiting = null;
    /** @type {SourceAnswer[]} */
    let found = [];

    const search = () => {
      clearTimeout(pause);
      const query = input.value;
      if (query === asked) return;
      asked = query;
      hasMore = weaker = false;
      shell.attend(kb.askAll(query, { most: FIRST_HITS }), show, again);
    };

    const typed = () => {
      const isBurst = performance.now() - typedAt < PAUSE;
      typedAt = performance.now();
      clearTimeout(pause);
      if (UNFINISHED.test(input.value)) pause = setTimeout(search, 2 * PAUSE);
      else if (isBurst) pause = setTimeout(search, PAUSE);
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
      const answers = await kb.askAll(query ?? "", { weaker });
      if (query !== asked || answers.some((answer) => "failure" in answer)) return;
      found = answers.filter((answer) => "result" in answer);
      fill(true);
    };

    /** @param {(SourceAnswer | SourceFailure)[]} answers */
    const show = (answers) => {
      found = answers.filter((answer) => "result" in answer);
      const failed = answers.filter((answer) => "failure" in answer);
      answered = asked;
      // The same words give the same hits: a blank at the end does not disturb the list.
      const key = JSON.stringify(
        found.map(({ source, result: { terms, filters } }) => [source.key, terms, filters]),
      );
      if (key !== shown) fill();
      shown = key;
      const [away] = failed.filter(({ isFinal }) => !isFinal);
      // What keeps one index away keeps the other away too: once is enough.
      const told = failed.filter((one) => one.isFinal || one === away);
      const sentences = told.map(({ failure }) => failure);
      if (rows.active || failed.length === 0) sentences.unshift(kb.summary(found));
      const message = sentences.join(" ");
      shell.say(away ? kb.whyNot(message) : message, away ? again : undefined);
      hasMore = found.some(({ result: { total, hits } }) => total > hits.length);
      const dropped = found.reduce((sum, { result }) => sum + result.dropped, 0);
      showWeaker.hidden = dropped === 0;
      showWeaker.textContent = kb.say("search.show_weaker", { count: dropped });
      filters.hidden = share.hidden = !asked?.trim();
      if (waiting) follow(waiting);
      beside();
    };

    /** @param {boolean} [stay] */
    const fill = (stay) => {
      rows.fill(found.filter(({ links }) => links.length > 0).map(kb.hitGroup), stay);
      ends.disconnect();
      for (const end of list.querySelectorAll(".kb-hits__more")) ends.observe(end);
      // Until then, and if that fails, they lead to the page.
      for (const row of list.querySelectorAll(".kb-hit")) kb.linkSections(row).catch(() => {});
    };

    const ends = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { root: list, rootMargin: NEAR },
    );

    /** Whether the rare parts could be fetched: the hits are there without them. */
    const hasRare = () =>
      kb.need("rare").then(
        () => true,
        () => false,
      );

    /** What stands above the hits. */
    const beside = async () => {
      const query = asked;
      const { terms = [], filters: chosen = {} } = found[0]?.result ?? {};
      const isFiltered = Object.values(chosen).some((values) => values.length > 0);
      const wanted = [
        (isFiltered || (isOpen && terms.length > 0)) && "filters",
        terms.length > 0 && !rows.active && "help",
        !query?.trim() && kb.recent().length > 0 && "recent",
      ].filter((name) => typeof name === "string");
      const isThere = wanted.length > 0 && (await hasRare());
      const parts = await Promise.all(
        isThere ? wanted.map((name) => kb.panels[name]?.(view) ?? []) : [],
      );
      if (query !== asked) return;
      const focused = panel.contains(document.activeElement) ? document.activeElement : null;
      panel.replaceChildren(...parts.flat());
      panel.hidden = panel.childElementCount === 0;
      if (!focused) return;
      const same = [...panel.querySelectorAll("button")].find(
        ({ value }) => value && value === focused.getAttribute("value"),
      );
      (same ?? input).focus();
    };

    /** @param {"here" | "tab"} where */
    const follow = (where) => {
      waiting = null;
      const link = rows.active?.querySelector("a");
      if (where === "here") link?.click();
      else if (link) {
        leave(link);
        window.open(link.href, "_blank", "noopener");
      }
    };

    /** @param {HTMLAnchorElement} link */
    const leave = ({ pathname }) => {
      const { terms = [] } = found[0]?.result ?? {};
      kb.keep("localStorage", kb.ARRIVAL, { page: pathname, terms, at: Date.now() });
      const query = (asked ?? "").trim();
      const others = kb.recent().filter((other) => other !== query);
      if (kb.settings.recent) kb.keepRecent([query, ...others]);
    };

    /** @type {(row: HTMLElement | null | undefined, isByKey?: boolean) => Promise<void>} */
    const explain = async (row, isByKey = false) => {
      if ((await hasRare()) && row?.isConnected) kb.why(row, isByKey, input);
    };

    shell.onkey = (event) => {
      // 229: Safari ends a composition before the key that ended it.
      if (event.isComposing || event.keyCode === 229) return;
      const { target, key } = event;
      const isOnPart = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
      const command = event.ctrlKey || event.metaKey;
      const plain = !(command || event.altKey || event.shiftKey);
      if (key === "Enter" && !isOnPart) {
        event.preventDefault();
        const where = command ? "tab" : "here";
        if (answered === input.value) follow(where);
        else {
          search();
          waiting = where;
        }
      } else if (plain && rows.move(key)) {
        event.preventDefault();
      } else if (command && key === "i") {
        event.preventDefault();
        explain(rows.active, true);
      } else if (!command && key.length === 1 && !isOnPart) {
        input.focus();
      }
    };

    const addWeaker = () => {
      weaker = hasMore = true;
      showWeaker.hidden = true;
      input.focus();
      more();
    };
    const toggleFilters = () => {
      isOpen = !isOpen;
      filters.setAttribute("aria-expanded", String(isOpen));
      beside();
    };
    const copyLink = async () => {
      const { href } = new URL(`?${new URLSearchParams({ q: asked ?? "" })}`, location.href);
      const copied = await navigator.clipboard?.writeText(href).then(
        () => true,
        () => false,
      );
      shell.say(kb.say(copied ? "search.copied" : "search.not_copied", { url: href }));
    };
    const showWeaker = kb.button("kb-tool", addWeaker);
    const filters = kb.button("kb-tool", toggleFilters, kb.icon(FUNNEL), kb.say("search.filters"));
    filters.setAttribute("aria-expanded", "false");
    const share = kb.button("kb-tool", copyLink, kb.icon(CHAIN), kb.say("search.copy_link"));
    showWeaker.hidden = filters.hidden = share.hidden = true;
    shell.tools.append(showWeaker, filters, share);

    /** @type {DialogView} */
    const view = {
      get answers() {
        return found;
      },
      get query() {
        return asked ?? "";
      },
      get isOpen() {
        return isOpen;
      },
      ask(query) {
        input.value = query;
        search();
      },
      refresh: beside,
    };

    input.addEventListener("input", (event) => {
      const { isComposing, inputType } = /** @type {InputEvent} */ (event);
      if (isComposing) return;
      waiting = null;
      // A query that a link of the page gives comes as an event without a type.
      if (!inputType || inputType === "insertFromPaste") search();
      else typed();
    });
    input.addEventListener("compositionend", search);
    list.addEventListener("click", (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const why = target.closest(".kb-hit__why");
      if (why) explain(why.closest(".kb-hit"));
      const link = target.closest("a");
      if (!link) return;
      leave(link);
      if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) dialog.close();
    });
    dialog.addEventListener("close", () => {
      waiting = null;
    });
    // Keys may have come before this script.
    if (shell.lastKey) typed();
    else search();
    if (dialog.open && shell.lastKey?.key === "Enter") shell.onkey(shell.lastKey);
  };
})(globalThis.knowledgeBase);
