// On every page: the search button, its keys and an empty dialog. The rest is fetched when the dialog first opens.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  if (kb.site) {
    kb.mount();
    return;
  }
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const folder = new URL(".", own.src).href;
  kb.site = { folder, root: new URL("../../", folder).href };

  const BUSY_AFTER = 400;
  const SLOW_AFTER = 2000;
  const STEP = 100;
  const SVG = "http://www.w3.org/2000/svg";
  const MAGNIFIER = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3 20.5 20.5";
  const CROSS = "M6 6 18 18M18 6 6 18";
  const FIELD = "textarea, select, input:not([type=checkbox], [type=radio])";
  const COMMAND = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? "⌘" : "Ctrl";

  const makePolicy = () => {
    try {
      return globalThis.trustedTypes?.createPolicy("knowledge", {
        createScriptURL(url) {
          const { href } = new URL(url);
          if (!href.startsWith(folder)) throw new TypeError(`${href} is not below ${folder}`);
          return href;
        },
      });
    } catch {
      // The site allows only policies of other names. Where it enforces them, loading fails and says so.
      return undefined;
    }
  };
  const policy = makePolicy();

  kb.loadScript = (url, take) => kb.counted(runScript(url, take));

  /** @type {KnowledgeBase["loadScript"]} */
  const runScript = (url, take) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      // Injected scripts run in any order unless told otherwise.
      script.async = false;
      script.onload = () => {
        script.remove();
        resolve(take?.());
      };
      script.onerror = () => {
        script.remove();
        reject(new Error(kb.say("shell.script_failed", { url })));
      };
      script.src = policy ? policy.createScriptURL(url) : url;
      document.body.append(script);
    });

  kb.ARRIVAL = "kb-arrival";
  // A browser may refuse to keep anything, above all for pages opened from disk.
  kb.kept = (area, key) => {
    try {
      return JSON.parse(globalThis[area].getItem(key) ?? "null");
    } catch {
      return null;
    }
  };
  kb.keep = (area, key, value) => {
    try {
      globalThis[area].setItem(key, JSON.stringify(value));
    } catch {}
  };

  /** Files and texts that are needed, and those of them that came or failed or are not needed any more. */
  let asked = 0;
  let answered = 0;
  const expect = (/** @type {number} */ more, /** @type {number} */ done) => {
    asked += more;
    answered += done;
  };
  kb.expect = expect;
  kb.counted = (work) => {
    expect(1, 0);
    const count = () => expect(0, 1);
    work.then(count, count);
    return work;
  };

  kb.early = new Map();
  /** Asks for what every search needs, while the script that reads it is on its way. */
  const askEarly = () => {
    if (!folder.startsWith("http")) return;
    for (const part of ["", "docs/"]) {
      const url = `${folder}index/${part}manifest.json`;
      // The script asks again.
      kb.early.set(
        url,
        fetch(url, { cache: "no-cache" }).catch(() => undefined),
      );
    }
  };

  /** @type {Map<string, Promise<unknown>>} */
  const needed = new Map();
  kb.need = (name) => {
    const script = needed.get(name) ?? kb.loadScript(`${folder}${name}.js`);
    needed.set(name, script);
    script.catch(() => needed.delete(name));
    return script;
  };

  /** @type {<E extends Element>(node: E, attributes: Record<string, string>, children: (Node | string)[]) => E} */
  const fill = (node, attributes, children) => {
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  kb.element = (name, attributes, ...children) =>
    fill(document.createElement(name), attributes, children);

  kb.icon = (d) =>
    fill(
      document.createElementNS(SVG, "svg"),
      { class: "kb-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      [fill(document.createElementNS(SVG, "path"), { d }, [])],
    );

  /** What a page can do only with scripts. */
  const enhance = async () => {
    for (const node of document.querySelectorAll(".kb-ask")) node.removeAttribute("hidden");
    if (!document.querySelector("[data-kb-list]")) return;
    // A list that cannot be sorted is still a list.
    await kb.need("page").then(
      () => kb.sortLists(),
      () => {},
    );
  };

  kb.mount = () => {
    enhance();
    if (document.querySelector(".kb-button")) return;
    const button = kb.element(
      "button",
      {
        class: "kb-button",
        type: "button",
        "data-knowledge-open": "",
        "aria-haspopup": "dialog",
        "aria-keyshortcuts": "/ Control+K Meta+K",
      },
      kb.icon(MAGNIFIER),
      kb.element("span", { class: "kb-button__text" }, kb.say("shell.search")),
      kb.element("kbd", { "aria-hidden": "true" }, `${COMMAND} K`),
    );
    place().append(button);
  };

  const place = () => {
    const reserved = document.querySelector("[data-knowledge-search]");
    if (reserved) return reserved;
    const slot = kb.element("div", { class: "kb-search" });
    const header = document.querySelector(".md-header__inner") ?? document.body;
    header.insertBefore(slot, header.querySelector(":scope > .md-header__source"));
    return slot;
  };

  /** @type {KnowledgeShell | undefined} */
  let shell;

  /** @param {string} [query] */
  const open = (query) => {
    if (!shell) {
      const script = fetchSearch();
      shell = makeShell();
      document.body.append(shell.dialog);
      load(shell, script);
    }
    if (!shell.dialog.open) shell.dialog.showModal();
    if (query !== undefined) {
      shell.input.value = query;
      shell.input.dispatchEvent(new Event("input"));
    }
    shell.input.select();
  };

  const fetchSearch = () => {
    askEarly();
    return kb.need("search");
  };

  /** @type {(into: KnowledgeShell, script: Promise<unknown>) => void} */
  const load = (into, script) =>
    into.attend(
      script,
      () => kb.connect(into),
      () => load(into, fetchSearch()),
    );

  /** @returns {KnowledgeShell} */
  const makeShell = () => {
    const label = kb.say("shell.label");
    const input = kb.element("input", {
      class: "kb-dialog__input",
      type: "text",
      role: "combobox",
      "aria-label": label,
      "aria-autocomplete": "list",
      "aria-controls": "kb-hits",
      "aria-haspopup": "grid",
      "aria-expanded": "false",
      placeholder: label,
      autocomplete: "off",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      inputmode: "search",
    });
    const close = kb.element(
      "button",
      { class: "kb-dialog__close", type: "button", "aria-label": kb.say("shell.close") },
      kb.icon(CROSS),
    );
    const progress = kb.element("progress", {
      class: "kb-dialog__progress",
      "aria-label": kb.say("shell.loading"),
      hidden: "",
    });
    const tools = kb.element("div", { class: "kb-dialog__tools" });
    const panel = kb.element("div", { class: "kb-dialog__panel", hidden: "" });
    const message = kb.element("p", { class: "kb-dialog__message", role: "status" });
    // Not in the message, all changes of which are read out.
    const share = kb.element("span", { "aria-hidden": "true" });
    const again = kb.element(
      "button",
      { class: "kb-dialog__again", type: "button", hidden: "" },
      kb.say("shell.again"),
    );
    const list = kb.element("div", {
      class: "kb-dialog__hits",
      id: "kb-hits",
      role: "grid",
      tabindex: "-1",
      "aria-label": kb.say("shell.hits"),
      hidden: "",
    });
    const keys = [
      ["↑ ↓", kb.say("shell.key_move")],
      ["Enter", kb.say("shell.key_open")],
      [`${COMMAND} Enter`, kb.say("shell.key_tab")],
      [`${COMMAND} I`, kb.say("shell.key_why")],
      ["Esc", kb.say("shell.key_close")],
    ].map(([key = "", use]) => kb.element("span", {}, kb.element("kbd", {}, key), ` ${use}`));
    const dialog = kb.element(
      "dialog",
      { class: "kb-dialog", "aria-label": kb.say("shell.search") },
      kb.element("div", { class: "kb-dialog__bar" }, kb.icon(MAGNIFIER), input, close),
      progress,
      kb.element("div", { class: "kb-dialog__status" }, message, share, again, tools),
      panel,
      list,
      kb.element("div", { class: "kb-dialog__keys", "aria-hidden": "true" }, ...keys),
    );

    close.onclick = () => dialog.close();
    // A press that starts in the input and ends on the backdrop selects text; it does not close.
    let pressed = false;
    dialog.onpointerdown = ({ target }) => {
      pressed = target === dialog;
    };
    dialog.onclick = ({ target }) => {
      if (pressed && target === dialog) dialog.close();
    };

    globalThis.addEventListener("online", () => again.hidden || again.click());

    let turn = 0;
    let clearTimers = () => {};
    /** When the reader began to wait; 0 while nothing is awaited. Typing on does not start it anew. */
    let since = 0;
    /** @type {KnowledgeShell["say"]} */
    const say = (text, retry) => {
      message.textContent = text;
      if (!retry && document.activeElement === again) input.focus();
      again.hidden = !retry;
      again.onclick = () => {
        since = 0;
        say(kb.say("shell.loading"));
        retry?.();
      };
    };
    /** @type {KnowledgeShell["attend"]} */
    const attend = (work, done, retry) => {
      const mine = ++turn;
      since ||= performance.now();
      const waited = performance.now() - since;
      const begun = answered;
      clearTimers();
      const timers = [
        setTimeout(() => {
          say(kb.say(input.value ? "shell.searching" : "shell.loading"));
          progress.hidden = false;
        }, BUSY_AFTER - waited),
        setInterval(() => {
          progress.max = asked - begun || 1;
          progress.value = answered - begun;
          if (!progress.hidden) {
            share.textContent = kb.say("shell.share", {
              share: Math.floor(100 * progress.position),
            });
          }
        }, STEP),
        setTimeout(() => say(kb.say("shell.slow"), retry), SLOW_AFTER - waited),
      ];
      clearTimers = () => timers.forEach(clearTimeout);
      const settle = (/** @type {() => void} */ act) => {
        if (mine !== turn) return;
        clearTimers();
        progress.hidden = true;
        share.textContent = "";
        since = 0;
        act();
      };
      work.then(
        (value) => settle(() => done(value)),
        (error) => settle(() => say(kb.whyNot(error.message), retry)),
      );
    };
    return {
      dialog,
      input,
      list,
      tools,
      panel,
      say,
      attend,
      onkey(event) {
        this.lastKey = event;
      },
    };
  };

  /** @param {KeyboardEvent} event */
  const isCommandK = ({ key, ctrlKey, metaKey, altKey, shiftKey }) =>
    key?.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

  /** @param {KeyboardEvent} event */
  const isSlash = (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey) return false;
    const [target] = event.composedPath();
    // Just after it has closed, the focus may still be in the dialog.
    if (target instanceof Node && shell?.dialog.contains(target)) return true;
    return !(target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELD)));
  };

  document.addEventListener("keydown", (event) => {
    const isOpen = shell?.dialog.open;
    // The theme binds keys on the window, and would leave the page under an open dialog.
    if (isOpen) event.stopPropagation();
    if (isCommandK(event) || (!isOpen && isSlash(event))) {
      event.preventDefault();
      open();
    } else if (isOpen) {
      shell?.onkey(event);
    }
  });
  kb.whyNot = (sentence) => (navigator.onLine ? sentence : kb.say("shell.offline"));

  /** The page that was last arrived at: one may be told of twice. */
  let arrived = "";
  /** A link to a search opens it; a page that the search led to shows what was looked for. */
  const arrive = () => {
    const { pathname, search } = location;
    if (pathname + search === arrived) return;
    arrived = pathname + search;
    const query = new URLSearchParams(search).get("q");
    if (query !== null) open(query);
    else shell?.dialog.close();
    const isExpected = kb.kept("localStorage", kb.ARRIVAL)?.page === pathname;
    if (isExpected || kb.kept("sessionStorage", kb.ARRIVAL)?.page === pathname) {
      kb.need("page").then(() => kb.showArrival(pathname));
    } else {
      globalThis.CSS?.highlights?.delete("knowledge");
    }
  };

  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-knowledge-open]")) open();
  });

  kb.mount();
  arrive();
  globalThis.document$?.subscribe(() => {
    kb.mount();
    arrive();
  });
})(globalThis.knowledgeBase);
