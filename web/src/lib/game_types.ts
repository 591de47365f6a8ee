/** What the server answers about games: what there is to play, boards, cases and tables. */

export interface Verb {
  name: string;
  shape: string;
  case: string;
  when: string;
  resolves: boolean;
}

export interface Side {
  id: string;
  name: string;
}

export interface Scenario {
  name: string;
  title: string;
  turns: [number, number];
  text: string;
}

export interface Option {
  name: string;
  default: string;
  choices: string[];
  case: string;
  text: string;
}

export interface BotLevel {
  level: string;
  title: string;
  text: string;
}

export interface GameSummary {
  slug: string;
  title: string;
  rules: string;
  hidden: boolean;
  unfinished: string;
  sides: Side[];
  scenarios: Scenario[];
}

export interface GameInfo extends GameSummary {
  options: Option[];
  verbs: Verb[];
  colours: Record<string, string>;
  nations: string[];
  bots: BotLevel[];
  hints: Hints;
}

export interface Cell {
  id: string;
  x: number;
  y: number;
  points: [number, number][];
  terrain: string;
  features: string[];
  name: string;
  around: (string | null)[];
}

export interface Legend {
  kind: string;
  id: string;
  name: string;
  colour: string;
  source: string;
}

export interface Place {
  name: string;
  kind: string;
  cells: string[];
  value: number;
}

export interface Board {
  name: string;
  title: string;
  scale_km: number;
  kind: string;
  directions: string[];
  width: number;
  height: number;
  cells: Cell[];
  layers: { name: string; svg: string }[];
  legend: Legend[];
  places: Place[];
  boxes: string[];
  /** Drawings of the units' symbols round (0, 0), ink as currentColor. */
  symbols: Record<string, string>;
  sizes: Record<string, string>;
  attribution: string[];
}

export interface CaseNote {
  number: string;
  title: string;
  text: string;
  status: string;
  standing: string;
  reason: string;
  rulings: string[];
  options: string[];
  tables: string[];
}

export interface CaseIndex {
  cases: CaseNote[];
  rulings: { label: string; text: string; cases: string[] }[];
}

export interface TableFile {
  name: string;
  columns: string[];
  rows: string[][];
  sources: string[];
}

/** What a game itself wants to tell the page; all of it may be missing. */
export interface Hints {
  /** What to say to a newcomer at each kind of decision. */
  guide?: { kind: string; title: string; text: string }[];
  /** Verbs that throw dice: their odds are shown before they are done. */
  weigh?: string[];
  /** What the numbers on its counters are, in their order. */
  factors?: string;
  /** What the short words on its counters mean. */
  statuses?: Record<string, string>;
  /** What the short words of the game's tables mean. */
  glossary?: Record<string, string>;
  /** Whether this match hides anything from a side, where not all of the game's matches do. */
  hidden?: boolean;
  /** The boxes of units that are lost. */
  lost?: string[];
  /** The field of a unit's state that says where it faces, in so many parts of a turn, clockwise from north. */
  facing?: { field: string; turns: number };
}

/** A seat that a match with some options would have. */
export interface SeatOffer {
  seat: string;
  side: string;
  name: string;
}
