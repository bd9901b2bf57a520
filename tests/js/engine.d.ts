// Types of the search engine in plugin/knowledge_base/assets: text.js formula.js excerpt.js lexicon.js filter.js terms.js
// index.js search.js, and of what is fetched when it is first needed: refusals.js facets.js nearest.js.

interface Unicode {
  blank: number[];
  dense: number[];
  lower: number[];
  word: number[];
}

interface Constants {
  tagWeight: number;
  minPrefix: number;
  cutoff: string;
  ln2High: string;
  ln2Low: string;
  inverseLn2: string;
  halfSqrt2: string;
  log1: string;
  log2: string;
  log3: string;
  log4: string;
  log5: string;
  log6: string;
  log7: string;
  excerpts: number;
  excerptBlocks: number;
  excerptBytes: number;
  excerptLead: number;
}

/** The first word or tag of a shard, and its name. */
type WordShard = [first: string, name: string];
type ShardAt = [first: number, name: string];

interface Manifest {
  format: number;
  constants: Constants;
  unicode: Unicode;
  categories: { name: string; retrieval: string }[];
  stores: { tier: string; name: string; folders: [folder: string, count: number][] }[];
  descriptions: number[];
  tags: WordShard[];
  runs: WordShard[];
  marks: WordShard[];
  fragments: WordShard[];
  long: WordShard[];
  longFilter: string;
  joints: { lists: number; perShard: number; shards: string[]; later: string };
  entriesPerShard: number;
  entries: string[];
  pages?: string[];
  sections?: string;
}

interface LexiconShard {
  words: string;
  kinds: string;
  singles: string;
  postings: ShardAt[];
}

/** A shard of a dictionary, unpacked: `places` tells the number of each word's list or of its single pair. */
interface LexiconPart {
  words: string[];
  kinds: string;
  starts: Uint32Array;
  places: Uint32Array;
  singles: number[];
  postings: ShardAt[];
  haystack: string;
}

interface ListedWord {
  part: LexiconPart;
  at: number;
  text: string;
  aggregated: boolean;
}

/** Occurrences of a term, by rising entry. */
interface TermCounts {
  entries: Uint32Array;
  counts: Uint32Array;
}

interface Lexicon {
  part(name: string): Promise<LexiconPart>;
  shards: WordShard[];
  word(text: string): Promise<ListedWord | null>;
  holders(term: string): Promise<ListedWord[]>;
  counts(word: ListedWord): Promise<TermCounts>;
}

interface TermsContext {
  manifest: Manifest;
  load: Load;
  text: TextRules;
  blocks(entry: number): Promise<ShownEntry["blocks"]>;
  searched: Uint8Array;
}

interface TextsContext extends TermsContext {
  runs: Lexicon;
  marks: Lexicon;
  counts(term: string): Promise<TermCounts>;
}

/** `size` is the number of entries. */
interface JointsContext {
  joints: Manifest["joints"];
  size: number;
  pieces(term: string): string[];
  load: Load;
}

interface EntriesShard {
  paths: string[];
  texts: ShardAt[];
  /** By offset, the number of the next entry with the same bytes; after the last comes the first. */
  copies?: Record<number, number>;
}

/** Where an entry stands: its offset in its shard, its path, the shard's texts, the next copy or itself. */
interface PlacedEntry {
  offset: number;
  path: string;
  texts: ShardAt[];
  copy: number;
}

type TextRow = [
  title: string,
  checksum: string,
  tags: string[],
  head: string,
  block: string,
  ...more: string[],
];

/** A part of a body, and the same lower-cased. */
interface Block {
  shown: string;
  lowered: string;
}

interface Outline {
  /** Where the lines start. */
  starts: number[];
  headings: { line: number; words: string }[];
}

interface Excerpt {
  excerpt: string;
  /** Number of its line, from 0: in the block that was looked at, or in the body. */
  line: number;
  /** The heading before it in the block; empty without one. */
  section: string;
}

interface ShownEntry {
  path: string;
  /** The next entry with the same bytes, or itself. */
  copy: number;
  title: string;
  checksum: string;
  tags: string[];
  blocks: (() => Promise<Block>)[];
}

type Load = (name: string) => Promise<unknown>;

interface TextRules {
  lower(text: string): string;
  words(text: string): string[];
  pieces(term: string): string[];
  classOf(piece: string): "run" | "pair" | "mark";
  foldBlanks(text: string): string;
  /** The blanks of each line folded; lines stay. */
  foldLines(text: string): string;
  /** What is typed as terms and filters, those given first; docs/reference/query.md. */
  parse(query: string, given?: Partial<Filters>): Query;
}

type FilterKey = "tier" | "store" | "category" | "tag";

/** Any of the tiers, of the stores (NAME or TIER/NAME) and of the categories; all of the tags. */
type Filters = Record<FilterKey, string[]>;

interface Query {
  /** In order; a phrase is one term with single blanks. */
  terms: string[];
  filters: Filters;
}

interface Formula {
  damp(count: number): number;
  affinity(term: string, tag: string): number;
  termScore(count: number, affinity: number): number;
  floor(best: number): number;
}

/** Entries of one folder of a store: from number `first` up to `end`. */
interface Folder {
  folder: string;
  first: number;
  end: number;
}

interface IndexedStore {
  tier: string;
  name: string;
  rows: Folder[];
  end: number;
}

interface Index {
  manifest: Manifest;
  text: TextRules;
  formula: Formula;
  stores: IndexedStore[];
  size: number;
  searched: Uint8Array;
  numbers: WeakMap<Place, number>;
  /** The excerpts of a hit with their places, which are no part of the hit. */
  found: WeakMap<Hit, Excerpt[]>;
  shard: Load;
  counts(term: string): Promise<TermCounts>;
  affinities(term: string): Promise<Map<number, number>>;
  tags(shards?: WordShard[]): Promise<Map<string, Uint32Array>>;
  entry(number: number): Promise<ShownEntry>;
  storeOf(number: number): { tier: string; name: string };
  copies(number: number, next: number): Promise<Place[]>;
  addressOf(place: Place): Promise<string | null>;
  /** The shard with the address of the page of an entry; undefined where the index has no pages. */
  addresses(number: number): Promise<unknown>;
  sectionsOf(hit: Hit): Promise<(number | string)[]>;
}

interface TermMatches {
  counts: TermCounts;
  affinities: Map<number, number>;
}

/** By entry: its score, 0 where it can be no hit, and how many terms it matched. */
interface Scored {
  evidence: TermMatches[];
  scores: Float64Array;
  covered: Uint32Array;
}

interface SearchRequest {
  query: string;
  /** In addition to those typed in the query. */
  filters?: Partial<Filters>;
  limit?: number | null;
  /** Hits below the cutoff too; `dropped` is their number. */
  weaker?: boolean;
}

interface TermEvidence {
  term: string;
  count: number;
  affinity: number;
  score: number;
}

interface Place {
  tier: string;
  name: string;
  path: string;
}

interface Hit extends Place {
  category: string;
  title: string;
  score: number;
  tags: string[];
  checksum: string;
  excerpts: string[];
  evidence: TermEvidence[];
  coverage: number;
  missing: string[];
  /** The other places of the same bytes. */
  copies: Place[];
}

/** An always-applied entry, and which of the terms it holds. */
interface HeldEntry extends Place {
  title: string;
  terms: string[];
}

/** A value of a filter, and how many hits the search has with it. */
interface Facet {
  value: string;
  count: number;
}

/** Throw what search.py raises; `category` and `tag` only if they are unknown. */
interface Refusals {
  limit(limit: number): never;
  tier(tier: string, stores: IndexedStore[]): never;
  store(name: string, reached: IndexedStore[], tier: string): never;
  category(name: string, manifest: Manifest, stores: IndexedStore[]): void;
  tag(index: Index, rows: Folder[], wanted: string[]): Promise<void>;
}

interface SearchResult {
  query: string;
  terms: string[];
  filters: Filters;
  total: number;
  dropped: number;
  hits: Hit[];
}

interface KnowledgeErrorType extends Error {
  code: string;
  nextAction: string;
  resource?: string;
}

interface KnowledgeBase {
  KnowledgeError: new (code: string, message: string, nextAction: string, resource?: string) => KnowledgeErrorType;
  makeText(unicode: Unicode): TextRules;
  makeFormula(constants: Constants): Formula;
  count(text: string, term: string): number;
  lengthInCodePoints(text: string): number;
  score(sum: number, coverage: number): number;
  excerpts(block: Block, terms: string[], text: TextRules, constants: Constants): Excerpt[];
  marks(shown: string, terms: string[], text: TextRules): [start: number, end: number][];
  valueOfDigit(digit: number): number;
  /** The same function, each key asked once; what failed is asked again. */
  remember<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T>;
  /** A wait of a moment whenever work has kept the page for long, else none. */
  pace(): () => Promise<void>;
  /** The query that was asked last; none outside the dialog. */
  asked?: string;
  /** So many files or texts more are needed, so many came: the progress that is shown. */
  expect?(more: number, done: number): void;
  /** The number of the last of so many sorted items that is not after what is looked for; -1 if all are. */
  lastAtOrBefore(length: number, isAfter: (at: number) => boolean): number;
  unpackPostings(packed: string): TermCounts;
  /** A number for three neighbouring characters. */
  codeOf(three: string[]): number;
  threes(term: string): string[][];
  isSet(packed: string, number: number): number;
  /** Whether a long word may hold a term: never a wrong no. */
  mayHold(filter: string, term: string): boolean;
  /** Says which blocks of an entry may hold a term: never a wrong no. */
  jointsOf(term: string, context: JointsContext): Promise<(entry: number) => number[]>;
  Lexicon: new (shards: WordShard[], load: Load) => Lexicon;
  Terms: new (context: TermsContext) => { counts(term: string): Promise<TermCounts> };
  /** By entry. */
  listOf(sums: Int32Array): TermCounts;
  countOnTexts(term: string, context: TextsContext): Promise<TermCounts>;
  onTexts(
    term: string,
    candidates: Map<number, number[] | null>,
    context: Pick<TextsContext, "text" | "blocks" | "searched">,
  ): Promise<TermCounts>;
  openIndex(load: Load): Promise<Index>;
  search(index: Index, request: SearchRequest): Promise<SearchResult>;
  scored(index: Index, terms: string[]): Promise<Scored>;
  /** The folders that filters reach. Rejects for unknown ones. */
  select(index: Index, filters: Filters): Promise<Folder[]>;
  /** The entries that carry every wanted tag; null where none is wanted. */
  carriers(index: Index, wanted: string[]): Promise<Set<number> | null>;
  /** Fetches a script that is needed now and then, once. */
  need(script: string): Promise<unknown>;

  // refusals.js
  refusals: Refusals;
  byCodePoint(a: string, b: string): number;
  edits(a: string[], b: string[]): number;
  nearest(word: string, known: Iterable<string>): string | null;
  didYouMean(word: string, known: Iterable<string>): string;

  // facets.js
  /** For each key, its values with hits, the most first: what `total` is with this value alone; for tags, with it too. */
  facets(
    index: Index,
    request: SearchRequest,
    keys: FilterKey[],
  ): Promise<Record<string, Facet[]>>;

  // nearest.js
  /** The words among the terms that no entry knows, once each; a phrase of known words as a whole. */
  unknownWords(index: Index, terms: string[]): Promise<string[]>;
  /** Up to three words of the index that differ from `word` in at most two letters after the first; the nearest first. */
  nearestWords(index: Index, word: string): Promise<string[]>;
  /** The always-applied entries that hold one of the terms; `addressOf` gives their pages. Looks at the first hundred. */
  heldByAlwaysApplied(index: Index, terms: string[]): Promise<HeldEntry[]>;
}

declare var knowledgeBase: KnowledgeBase;
