// A string of the catalogue in the language of the site, which the build puts before the scripts. Twin of pages/strings.py.
globalThis.knowledgeBase ??= /** @type {KnowledgeBase} */ ({});
((kb) => {
  const FORMS = ["zero", "one"];
  const THOUSANDS = /\B(?=(\d{3})+$)/g;

  kb.say = (key, values = {}) => {
    const string = kb.strings[key] ?? key;
    const form = FORMS[Number(values.count)] ?? "";
    const text = typeof string === "string" ? string : (string[form] ?? string.other);
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name] ?? "";
      return typeof value === "number"
        ? `${value}`.replace(THOUSANDS, kb.say("number.group"))
        : value;
    });
  };
})(globalThis.knowledgeBase);
