/** What the server answers about a match. */
import type { Hints } from './game_types';

export interface Asked {
  /** Who answers: the side's player, or that of one of its nations. */
  seat: string;
  side: string;
  name: string;
  kind: string;
  case: string;
  prompt: string;
  mine: boolean;
  secret: boolean;
  verbs: string[];
}

export interface Unit {
  id: string;
  name: string;
  cell: string | null;
  box: string | null;
  side: string;
  nation: string;
  label: string;
  symbol: string;
  size: string;
  colour: string;
  factors: string;
  steps: number;
  full: number;
  status: string[];
  state: Record<string, unknown>;
  /** Stands for what the viewer may not identify; made by the page from a covered counter. */
  covered?: boolean;
}

/** A counter that is seen without knowing which unit it is: its place, and what the rules make public. */
export interface Covered {
  cell: string | null;
  box: string | null;
  side: string;
  nation: string;
  label: string;
  symbol: string;
  size: string;
  colour: string;
}

export interface Marker {
  cell: string;
  label: string;
  shape: string;
  colour: string;
  title: string;
}

/** An attack or another order that stands, from one cell to another. */
export interface Arrow {
  start: string;
  end: string;
  side: string;
  title: string;
}

export interface Fact {
  side: string | null;
  name: string;
  value: string;
  case: string;
}

export interface Coming {
  turn: number;
  side: string;
  units: string[];
  where: string;
  case: string;
}

export interface Award {
  side: string;
  points: number;
  case: string;
  what: string;
}

export interface Outcome {
  winner: string | null;
  level: string;
  case: string;
  points: Award[];
}

export interface Seat {
  seat: string;
  side: string;
  name: string;
  kind: string;
  level: string;
  taken: boolean;
}

export interface UndoOffer {
  possible: boolean;
  needs: string[];
  asked_by: string | null;
  text: string;
}

export interface MatchState {
  id: string;
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  options: Record<string, string>;
  revision: number;
  number: number;
  latest: number;
  first: number;
  turn: number;
  phase: string;
  phasing: string;
  turns: [number, number];
  standing: string;
  /** The seat through whose eyes this is seen, and all of one's own. */
  viewer: string | null;
  mine: string[];
  table: boolean;
  hidden: boolean;
  asked: Asked[];
  thinking: string[];
  seats: Seat[];
  /** The units that the viewer can identify, and the counters of those that he cannot. */
  units: Unit[];
  covered: Covered[];
  markers: Marker[];
  arrows: Arrow[];
  state: Record<string, unknown>;
  points: Award[];
  facts: Fact[];
  coming: Coming[];
  outcome: Outcome | null;
  undo: UndoOffer;
  commitment: string;
  seed: string | null;
  parent: string | null;
  may_export: boolean;
  hints: Hints;
}

export interface Subject {
  name: string;
  kind: 'unit' | 'cell' | 'button' | 'number';
  cell: string | null;
  label: string;
}

export interface ActionItem {
  text: string;
  verb: string;
  label: string;
  unit: string | null;
  units: string[];
  cells: string[];
  cost: string;
  case: string;
}

export interface Ruling {
  allowed: boolean;
  case: string;
  text: string;
}

export interface GameEvent {
  kind: string;
  text: string;
  cites: string[];
  data: Record<string, unknown>;
  cells: string[];
  units: string[];
  dice: number[];
  total: number | null;
  result: boolean;
}

export interface LogEntry {
  number: number;
  seat: string | null;
  side: string | null;
  action: string | null;
  turn: number;
  phase: string;
  by: string;
  reason: string;
  events: GameEvent[];
}

export interface PreviewAnswer {
  action: string;
  ruling: Ruling;
  certain: GameEvent[];
  chances: { percent: number; probability: string; results: GameEvent[] }[];
  /** Over how many guesses at unknown units the chances were counted; 0 where they are exact. */
  guesses: number;
}

export interface Overlay {
  name: string;
  kind: string;
  title: string;
  case: string;
  side: string | null;
  cells: string[];
  units: string[];
  note: string;
}

export interface MatchSummary {
  id: string;
  game: string;
  title: string;
  scenario_title: string;
  number: number;
  updated: number;
  seats: Seat[];
  over: boolean;
  result: string;
  parent: string | null;
  table: string | null;
}

export interface Started {
  id: string;
  table: string;
  seats: Record<string, string>;
  open: string[];
}

export interface WhyAnswer {
  unit: string;
  place: string;
  can: { verb: string; actions: string[] }[];
  cannot: { verb: string; case: string; text: string }[];
}

export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, string>;
  seed?: string;
  seats: Record<string, string>;
}
