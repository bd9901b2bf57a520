// Hits in words and as nodes. Their text is data from strangers: it becomes text nodes and nothing else.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const QUERY_SHOWN = 60;
  const TERM_SHOWN = 30;
  const SECTION_SHOWN = 60;
  const HEADING = /^#{1,6} /;
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
  const hitsOf = ({ result }) => kb.say("search.hits", { count: result.total });

  kb.summary = (found) => {
    const [first, second] = found;
    if (!first?.result.terms.length) {
      return kb.say(first?.result.query.trim() ? "search.only_filters" : "search.hint");
    }
    if (second?.result.total || first.source.optional) {
      return found
        .map((answer) =>
          kb.say("search.found_in", { source: answer.source.label, hits: hitsOf(answer) }),
        )
        .join(" ");
    }
    if (first.result.total) return kb.say("search.found", { hits: hitsOf(first) });
    const { query, terms, filters } = first.result;
    if (Object.values(filters).some((values) => values.length > 0)) {
      return kb.say("search.none_filtered", { query: quoted(query.trim(), QUERY_SHOWN) });
    }
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

  kb.button = (name, act, ...children) => {
    const button = kb.element("button", { class: name, type: "button" }, ...children);
    button.onclick = act;
    return button;
  };

  kb.clip = (term) => clip(term, TERM_SHOWN);

  /** What the rows of the list show. */
  kb.hits = new WeakMap();

  kb.hitGroup = ({ source, index, result, links }) => {
    const { terms, hits, total } = result;
    const { text } = index;
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
    const isCopy = (/** @type {Hit} */ hit, /** @type {number} */ i) =>
      hits.findIndex(({ checksum }) => checksum === hit.checksum) < i;
    const rows = hits.flatMap((hit, i) => {
      if (kb.settings.collapse && isCopy(hit, i)) return [];
      const places = kb.settings.collapse ? hit.copies : [];
      const href = links[i] ?? "";
      const row = kb.element(
        "div",
        { class: "kb-hit", id: `${id}-${i}`, role: "row", "aria-selected": "false" },
        kb.element(
          "div",
          { class: "kb-hit__head", role: "gridcell" },
          // `dir` isolates a text, so that its marks of direction end with it.
          kb.element(
            "a",
            { class: "kb-hit__title", href, tabindex: "-1", dir: "auto" },
            ...marked(hit.title),
          ),
          kb.element("div", { class: "kb-hit__place" }, ...trail(source.place(hit))),
          ...places.map(({ tier, name, path }) =>
            kb.element("div", { class: "kb-hit__place" }, ...trail([`${tier}/${name}:${path}`])),
          ),
          kb.element("div", { class: "kb-hit__notes" }, ...tagsOf(hit), ...missingOf(hit)),
        ),
        ...(index.found.get(hit) ?? []).map(({ excerpt, section }) =>
          kb.element(
            "div",
            { role: "gridcell" },
            kb.element(
              "a",
              { class: "kb-hit__excerpt", href, tabindex: "-1", dir: "auto" },
              ...(section && section !== hit.title && !HEADING.test(excerpt)
                ? [kb.element("bdi", { class: "kb-hit__section" }, clip(section, SECTION_SHOWN))]
                : []),
              ...marked(excerpt.replace(HEADING, "")),
            ),
          ),
        ),
        kb.element(
          "div",
          { class: "kb-hit__more", role: "gridcell" },
          kb.element(
            "button",
            { class: "kb-hit__why", type: "button", tabindex: "-1", "aria-expanded": "false" },
            kb.say("search.why"),
          ),
        ),
      );
      kb.hits.set(row, { hit, index });
      return row;
    });
    const group = kb.element(
      "div",
      { role: "rowgroup", "aria-labelledby": id },
      kb.element("div", { class: "kb-hits__label", id }, source.label),
      ...rows,
    );
    if (total > hits.length) {
      const more = kb.say("search.more_hits", { count: total - hits.length });
      group.append(kb.element("div", { class: "kb-hits__more" }, more));
    }
    return group;
  };

  kb.linkSections = async (row) => {
    const { hit, index } = /** @type {{hit: Hit, index: Index}} */ (kb.hits.get(row));
    const sections = await index.sectionsOf(hit);
    const links = row.querySelectorAll("a.kb-hit__excerpt");
    index.found.get(hit)?.forEach(({ line }, i) => {
      const link = /** @type {HTMLAnchorElement} */ (links[i]);
      for (let at = 0; at < sections.length && Number(sections[at]) <= line; at += 2) {
        link.hash = String(sections[at + 1]);
      }
    });
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
