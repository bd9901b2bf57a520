// Types of the search engine in plugin/knowledge_base/assets: text.js formula.js excerpt.js lexicon.js terms.js index.js search.js.

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
  word(text: string): Promise<ListedWord | null>;
  holders(term: string): Promise<ListedWord[]>;
  counts(word: ListedWord): Promise<TermCounts>;
}

interface TermsContext {
  manifest: Manifest;
  load: Load;
  text: TextRules;
  body(entry: number): Promise<string>;
  searched: Uint8Array;
}

interface EntriesShard {
  paths: string[];
  texts: ShardAt[];
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

interface ShownEntry {
  path: string;
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
  terms(query: string): string[];
  foldBlanks(text: string): string;
  normaliseTags(values: string[]): string[];
}

interface Formula {
  damp(count: number): number;
  affinity(term: string, tag: string): number;
  termScore(count: number, affinity: number): number;
  floor(best: number): number;
}

interface IndexedStore {
  tier: string;
  name: string;
  folders: [folder: string, count: number][];
  first: number;
  end: number;
}

interface Index {
  manifest: Manifest;
  text: TextRules;
  formula: Formula;
  stores: IndexedStore[];
  size: number;
  searched: Uint8Array;
  numbers: WeakMap<Hit, number>;
  counts(term: string): Promise<TermCounts>;
  affinities(term: string): Promise<Map<number, number>>;
  tags(shards?: WordShard[]): Promise<Map<string, Uint32Array>>;
  entry(number: number): Promise<ShownEntry>;
  addressOf(hit: Hit): Promise<string | null>;
  sectionsOf(hit: Hit): Promise<(number | string)[]>;
}

interface TermMatches {
  counts: TermCounts;
  affinities: Map<number, number>;
}

interface Ranked {
  number: number;
  score: number;
  coverage: number;
}

interface SearchRequest {
  query: string;
  tier?: string;
  filter?: string[];
  tags?: string[];
  limit?: number | null;
}

interface TermEvidence {
  term: string;
  count: number;
  affinity: number;
  score: number;
}

interface Hit {
  tier: string;
  name: string;
  path: string;
  category: string;
  title: string;
  score: number;
  tags: string[];
  checksum: string;
  excerpts: string[];
  evidence: TermEvidence[];
  coverage: number;
  missing: string[];
}

interface SearchResult {
  query: string;
  terms: string[];
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
  nearest(word: string, known: Iterable<string>): string | null;
  didYouMean(word: string, known: Iterable<string>): string;
  score(sum: number, coverage: number): number;
  excerpts(block: Block, terms: string[], text: TextRules, constants: Constants): string[];
  marks(shown: string, terms: string[], text: TextRules): [start: number, end: number][];
  valueOfDigit(digit: number): number;
  /** The same function, each key asked once; what failed is asked again. */
  remember<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T>;
  /** The number of the last of so many sorted items that is not after what is looked for; -1 if all are. */
  lastAtOrBefore(length: number, isAfter: (at: number) => boolean): number;
  unpackPostings(packed: string): TermCounts;
  Lexicon: new (shards: WordShard[], load: Load) => Lexicon;
  Terms: new (context: TermsContext) => { counts(term: string): Promise<TermCounts> };
  openIndex(load: Load): Promise<Index>;
  search(index: Index, request: SearchRequest): Promise<SearchResult>;
}

declare var knowledgeBase: KnowledgeBase;
