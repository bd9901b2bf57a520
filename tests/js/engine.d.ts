// Types of the search engine in plugin/knowledge_base/assets: text.js formula.js excerpt.js index.js search.js.

interface Unicode {
  blank: number[];
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
  excerptBytes: number;
  excerptLead: number;
}

type ShardAt = [first: number, name: string];

interface LexiconShards {
  words: ShardAt[];
  postings: ShardAt[];
}

interface Manifest {
  format: number;
  constants: Constants;
  unicode: Unicode;
  categories: { name: string; retrieval: string }[];
  stores: { tier: string; name: string; folders: [folder: string, count: number][] }[];
  descriptions: number[];
  tags: string;
  runs: LexiconShards;
  tokens: LexiconShards;
  entriesPerShard: number;
  entries: string[];
  texts: ShardAt[];
  pages?: string;
}

type Load = (name: string) => Promise<unknown>;
type EntryRow = [path: string, title: string, checksum: string, tags: string[]];

interface TextRules {
  lower(text: string): string;
  words(text: string): string[];
  isRun(term: string): boolean;
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
  counts(term: string): Promise<Map<number, number>>;
  affinities(term: string): Promise<Map<number, number>>;
  tags(key: string): Promise<Map<string, number[]>>;
  row(number: number): Promise<EntryRow>;
  body(number: number): Promise<string>;
  addressOf(hit: Hit): Promise<string | null>;
}

interface TermMatches {
  counts: Map<number, number>;
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
  lines(text: string): string[];
  count(text: string, term: string): number;
  lengthInCodePoints(text: string): number;
  nearest(word: string, known: Iterable<string>): string | null;
  didYouMean(word: string, known: Iterable<string>): string;
  score(sum: number, coverage: number): number;
  excerpts(body: string, terms: string[], text: TextRules, constants: Constants): string[];
  marks(shown: string, terms: string[], text: TextRules): [start: number, end: number][];
  openIndex(load: Load): Promise<Index>;
  search(index: Index, request: SearchRequest): Promise<SearchResult>;
}

declare var knowledgeBase: KnowledgeBase;
