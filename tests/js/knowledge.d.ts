// Types of the search dialog in plugin/knowledge_base/assets: say.js knowledge.js loader.js hits.js dialog.js.

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

declare var trustedTypes:
  | {
      createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
    }
  | undefined;

/** Emits the document after each instant navigation of Material; absent elsewhere. */
declare var document$: { subscribe(listener: () => void): void } | undefined;

/** Shards that arrived as scripts, by name, until the loader takes them. */
declare var knowledgeShards: Record<string, unknown> | undefined;

/** Where the site is; both end with a slash. */
interface KnowledgeSite {
  root: string;
  folder: string;
}

/** What `connect` needs of the dialog: its parts, and one voice for all that takes time. */
interface KnowledgeShell {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  list: HTMLElement;
  /** Buttons beside the message. */
  tools: HTMLElement;
  /** What stands above the hits. */
  panel: HTMLElement;
  say(text: string, retry?: () => void): void;
  attend<T>(work: Promise<T>, done: (value: T) => void, retry: () => void): void;
  onkey(event: KeyboardEvent): void;
  /** The last key before `connect` took over. */
  lastKey?: KeyboardEvent;
}

interface Rows {
  readonly active: HTMLElement | undefined;
  /** Shows other groups. The first row is active, or with `stay` the one that was. */
  fill(groups: HTMLElement[], stay?: boolean): void;
  /** Whether the key moves among rows. */
  move(key: string): boolean;
}

/** What a panel sees of the dialog. */
interface DialogView {
  readonly answers: SourceAnswer[];
  readonly query: string;
  /** Whether the filters that the query could have are to be shown. */
  readonly isOpen: boolean;
  /** Searches for something else. */
  ask(query: string): void;
  /** Makes the panels anew. */
  refresh(): void;
}

/** An index that the dialog searches, and how its hits are shown. */
interface HitSource {
  key: string;
  label: string;
  folder: string;
  limit: number;
  /** The site may lack it. */
  optional?: boolean;
  place(hit: Hit): string[];
}

interface SourceAnswer {
  source: HitSource;
  index: Index;
  result: SearchResult;
  links: string[];
}

/** An index that could not answer, and why, in a sentence. */
interface SourceFailure {
  failure: string;
  /** It would say the same again. */
  isFinal: boolean;
}

interface LoadErrorType extends Error {
  /** The file does not exist, as far as can be told. */
  missing: boolean;
}

/** A string of the catalogue, or its forms by count. */
type CatalogueString = string | { zero?: string; one?: string; other: string; [form: string]: string | undefined };

interface KnowledgeBase {
  /** Strings by key: those of every page first, the rest with the scripts that need them. */
  strings: Record<string, CatalogueString>;
  /** The string of a key with values in its places. */
  say(key: string, values?: Record<string, string | number>): string;
  site: KnowledgeSite;
  /** Puts the search button where it belongs, unless it is there. */
  mount(): void;
  /** Makes the lists of the page sortable; in listing.js. */
  sortLists(): void;
  /** Resolves with what `take` returns right after the script ran. */
  loadScript(url: string, take?: () => unknown): Promise<unknown>;
  element<K extends keyof HTMLElementTagNameMap>(
    name: K,
    attributes: Record<string, string>,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[K];
  LoadError: new (message: string) => LoadErrorType;
  /** Reads files of the index in a folder, whose URL ends with a slash. Rejects with a LoadError. */
  loaderFor(baseUrl: string): Load;
  /** The address of a page of the site as a URL. */
  pageUrl(address: string | null): string;
  /** The best hits of each index, `most` of each at most; `weaker` asks for those below the cutoff too. */
  askAll(
    query: string,
    options?: { most?: number; weaker?: boolean },
  ): Promise<(SourceAnswer | SourceFailure)[]>;
  /** A sentence about what was found; `found` is in the order of the sources. */
  summary(found: SourceAnswer[]): string;
  failureOf(error: unknown): string;
  /** A group of the list: its heading, its hits as links, and how many more there are. */
  hitGroup(answer: SourceAnswer): HTMLElement;
  connect(shell: KnowledgeShell): void;

  /** Answers, by address, that were asked for before what reads them was there; undefined for those that failed. */
  early: Map<string, Promise<Response | undefined>>;
  /** The same promise; until it is settled, its file counts as awaited in the progress that is shown. */
  counted<T>(work: Promise<T>): Promise<T>;
  /** Draws a path in a square of 24. */
  icon(path: string): SVGSVGElement;
  button(name: string, act: () => unknown, ...children: (Node | string)[]): HTMLButtonElement;
  /** What the browser keeps under a key, as JSON; null if there is nothing or it refuses. */
  kept(area: "localStorage" | "sessionStorage", key: string): any;
  keep(area: "localStorage" | "sessionStorage", key: string, value: unknown): void;
  /** The sentence about a failure, or that the reader is offline. */
  whyNot(sentence: string): string;

  /** What the settings say about the dialog: `recent` of `search`, and `collapse_copies`. */
  settings: { recent: boolean; collapse: boolean };
  /** The rows of hits. */
  makeRows(list: HTMLElement, input: HTMLInputElement): Rows;
  /** What a row shows. */
  hits: WeakMap<Element, { hit: Hit; index: Index }>;
  /** A term short enough to be shown. */
  clip(term: string): string;
  /** Lets the excerpts of a hit lead to their sections. */
  linkSections(row: Element): Promise<void>;

  /** What stands above the hits, by the name of its source; empty where there is nothing to show. */
  panels: Record<string, (view: DialogView) => Promise<HTMLElement[]> | HTMLElement[]>;
  /** why.js: opens or closes the parts of a hit's score; by key, the focus goes there and back to the input. */
  why(row: HTMLElement, isByKey: boolean, input: HTMLInputElement): void;
  /** What led to hits before, the latest first; kept on this device only, and only if the settings say so. */
  recent(): string[];
  keepRecent(queries: string[]): void;

  /** The key of what a followed hit leaves for its page: `{page, terms, at}`. */
  ARRIVAL: string;
  /** arrival.js: marks the terms on a page, if the search led to it. */
  showArrival(page: string): void;
}
