// Hits in words and as nodes. Their text is data from strangers: it becomes text nodes and nothing else.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const QUERY_SHOWN = 60;
  const TERM_SHOWN = 30;
  const UNKNOWN_SHOWN = 5;
  const NOTES_SHOWN = 6;

  /** @type {(text: string, length: number) => string} the length is in code points */
  const clip = (text, length) => {
    const points = [...text.slice(0, 2 * length + 2)];
    return points.length > length ? `${points.slice(0, length).join("")}…` : text;
  };

  /** @type {(text: string, length: number) => string} */
  const quoted = (text, length) => kb.say("search.quoted", { word: clip(text, length) });

  /** @param {string[]} terms */
  const anyOf = (terms) => {
    const distinct = [...new Set(terms)];
    const named = distinct.slice(0, UNKNOWN_SHOWN).map((term) => quoted(term, TERM_SHOWN));
    const more = distinct.length - named.length;
    const last = more > 0 ? kb.say("search.other_words", { count: more }) : (named.pop() ?? "");
    return named.length > 0 ? kb.say("search.or", { words: named.join(", "), last }) : last;
  };

  /** @param {SourceAnswer} answer */
  const hitsOf = ({ result: { total, dropped } }) => {
    const hits = kb.say("search.hits", { count: total });
    return dropped > 0 ? kb.say("search.weaker", { hits, count: dropped }) : hits;
  };

  kb.summary = (found) => {
    const [first, second] = found;
    if (!first?.result.terms.length) return kb.say("search.hint");
    if (second?.result.total || first.source.optional) {
      return found
        .map((answer) =>
          kb.say("search.found_in", { source: answer.source.label, hits: hitsOf(answer) }),
        )
        .join(" ");
    }
    if (first.result.total) return kb.say("search.found", { hits: hitsOf(first) });
    const { query, terms } = first.result;
    return kb.say("search.none", { query: quoted(query.trim(), QUERY_SHOWN), words: anyOf(terms) });
  };

  kb.failureOf = (error) => {
    if (error instanceof kb.LoadError) return error.message;
    if (error instanceof kb.KnowledgeError) {
      const sentence = `${error.message}: ${error.nextAction}.`;
      return sentence.charAt(0).toUpperCase() + sentence.slice(1);
    }
    return kb.say("search.damaged");
  };

  kb.hitGroup = ({ source, text, result, links }) => {
    const { terms, hits, total } = result;
    const id = `kb-hits-${source.key}`;
    /** @type {(shown: string) => (Node | string)[]} */
    const marked = (shown) => {
      const parts = [];
      let at = 0;
      for (const [start, end] of kb.marks(shown, terms, text)) {
        parts.push(shown.slice(at, start), kb.element("mark", {}, shown.slice(start, end)));
        at = end;
      }
      return [...parts, shown.slice(at)];
    };
    const options = hits.map((hit, i) =>
      kb.element(
        "a",
        {
          class: "kb-hit",
          id: `${id}-${i}`,
          href: links[i] ?? "",
          role: "option",
          "aria-selected": "false",
          tabindex: "-1",
        },
        // `dir` isolates a text, so that its marks of direction end with it.
        kb.element("div", { class: "kb-hit__title", dir: "auto" }, ...marked(hit.title)),
        kb.element("div", { class: "kb-hit__place" }, ...trail(source.place(hit))),
        ...hit.excerpts.map((excerpt) =>
          kb.element("div", { class: "kb-hit__excerpt", dir: "auto" }, ...marked(excerpt)),
        ),
        kb.element("div", { class: "kb-hit__notes" }, ...tagsOf(hit), ...missingOf(hit)),
      ),
    );
    const group = kb.element(
      "div",
      { role: "group", "aria-labelledby": id },
      kb.element("div", { class: "kb-hits__label", id }, source.label),
      ...options,
    );
    if (total > hits.length) {
      const more = kb.say("search.more_hits", { count: total - hits.length });
      group.append(kb.element("div", { class: "kb-hits__more" }, more));
    }
    return group;
  };

  /** @param {string[]} steps */
  const trail = (steps) =>
    steps.flatMap((step, i) => [i > 0 ? " › " : "", kb.element("bdi", {}, step)]);

  /** @type {<T>(all: T[], show: (one: T) => Node) => (Node | string)[]} */
  const first = (all, show) => {
    const shown = all.slice(0, NOTES_SHOWN).flatMap((one) => [" ", show(one)]);
    const more = all.length - NOTES_SHOWN;
    return more > 0 ? [...shown, ` ${kb.say("search.more", { count: more })}`] : shown;
  };

  /** @param {Hit} hit */
  const tagsOf = ({ tags }) =>
    first(tags, (tag) => kb.element("span", { class: "kb-hit__tag", dir: "auto" }, tag));

  /** @param {Hit} hit */
  const missingOf = ({ missing }) =>
    missing.length > 0
      ? [
          kb.element(
            "span",
            { class: "kb-hit__missing" },
            kb.say("search.missing"),
            ...first(missing, (term) => kb.element("s", {}, clip(term, TERM_SHOWN))),
          ),
        ]
      : [];
})(globalThis.knowledgeBase);
