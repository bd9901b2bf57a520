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
  say(text: string, retry?: () => void): void;
  attend<T>(work: Promise<T>, done: (value: T) => void, retry: () => void): void;
  onkey(event: KeyboardEvent): void;
  /** The last key before `connect` took over. */
  lastKey?: KeyboardEvent;
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
  text: TextRules;
  result: SearchResult;
  links: string[];
}

/** An index that could not answer, and why, in a sentence. */
interface SourceFailure {
  failure: string;
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
  /** The best hits of each index, `most` of each at most. */
  askAll(query: string, most?: number): Promise<(SourceAnswer | SourceFailure)[]>;
  /** A sentence about what was found; `found` is in the order of the sources. */
  summary(found: SourceAnswer[]): string;
  failureOf(error: unknown): string;
  /** A group of the list: its heading, its hits as links, and how many more there are. */
  hitGroup(answer: SourceAnswer): HTMLElement;
  connect(shell: KnowledgeShell): void;
}
