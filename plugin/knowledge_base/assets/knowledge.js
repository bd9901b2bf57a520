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

  kb.loadScript = (url, take) =>
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

  /** @type {<E extends Element>(node: E, attributes: Record<string, string>, children: (Node | string)[]) => E} */
  const fill = (node, attributes, children) => {
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  kb.element = (name, attributes, ...children) =>
    fill(document.createElement(name), attributes, children);

  /** @param {string} d */
  const icon = (d) =>
    fill(
      document.createElementNS(SVG, "svg"),
      { class: "kb-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      [fill(document.createElementNS(SVG, "path"), { d }, [])],
    );

  /** @type {Promise<unknown> | undefined} */
  let listing;

  /** What a page can do only with scripts. */
  const enhance = async () => {
    for (const node of document.querySelectorAll(".kb-ask")) node.removeAttribute("hidden");
    if (!document.querySelector("[data-kb-list]")) return;
    listing ??= kb.loadScript(`${folder}listing.js`);
    // A list that cannot be sorted is still a list.
    await listing.then(
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
      icon(MAGNIFIER),
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

  const open = () => {
    if (!shell) {
      shell = makeShell();
      document.body.append(shell.dialog);
      load(shell);
    }
    if (!shell.dialog.open) shell.dialog.showModal();
    shell.input.select();
  };

  /** @param {KnowledgeShell} into */
  const load = (into) =>
    into.attend(
      kb.loadScript(`${folder}search.js`),
      () => kb.connect(into),
      () => load(into),
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
      icon(CROSS),
    );
    const message = kb.element("p", { class: "kb-dialog__message", role: "status" });
    const again = kb.element(
      "button",
      { class: "kb-dialog__again", type: "button", hidden: "" },
      kb.say("shell.again"),
    );
    const list = kb.element("div", {
      class: "kb-dialog__hits",
      id: "kb-hits",
      role: "listbox",
      tabindex: "-1",
      "aria-label": kb.say("shell.hits"),
      hidden: "",
    });
    const keys = [
      ["↑ ↓", kb.say("shell.key_move")],
      ["Enter", kb.say("shell.key_open")],
      [`${COMMAND} Enter`, kb.say("shell.key_tab")],
      ["Esc", kb.say("shell.key_close")],
    ].map(([key = "", use]) => kb.element("span", {}, kb.element("kbd", {}, key), ` ${use}`));
    const dialog = kb.element(
      "dialog",
      { class: "kb-dialog", "aria-label": kb.say("shell.search") },
      kb.element("div", { class: "kb-dialog__bar" }, icon(MAGNIFIER), input, close),
      kb.element("div", { class: "kb-dialog__status" }, message, again),
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
      clearTimers();
      const timers = [
        setTimeout(
          () => say(kb.say(input.value ? "shell.searching" : "shell.loading")),
          BUSY_AFTER - waited,
        ),
        setTimeout(() => say(kb.say("shell.slow"), retry), SLOW_AFTER - waited),
      ];
      clearTimers = () => timers.forEach(clearTimeout);
      const settle = (/** @type {() => void} */ act) => {
        if (mine !== turn) return;
        clearTimers();
        since = 0;
        act();
      };
      work.then(
        (value) => settle(() => done(value)),
        (error) => settle(() => say(error.message, retry)),
      );
    };
    return {
      dialog,
      input,
      list,
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
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-knowledge-open]")) open();
  });

  kb.mount();
  globalThis.document$?.subscribe(() => kb.mount());
})(globalThis.knowledgeBase);
