/** The server's HTTP interface, and nothing else: types of its answers and one function for each question. */

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

export interface Asked {
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

/** What a game itself wants to tell the page; all of it may be missing. */
export interface Hints {
  /** What to say to a newcomer at each kind of decision. */
  guide?: { kind: string; title: string; text: string }[];
  /** Verbs that throw dice: their odds are shown before they are done. */
  weigh?: string[];
  /** What the short words of the game's tables mean. */
  glossary?: Record<string, string>;
  /** Whether this match hides anything from a side, where not all of the game's matches do. */
  hidden?: boolean;
  /** The boxes of units that are lost. */
  lost?: string[];
  /** The field of a unit's state that says where it faces, in so many parts of a turn, clockwise from north. */
  facing?: { field: string; turns: number };
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
  viewer: string | null;
  mine: string[];
  table: boolean;
  hidden: boolean;
  asked: Asked[];
  thinking: string[];
  seats: Seat[];
  units: Unit[];
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

/** A refusal or a fault, in words that can be shown. */
export class Refusal extends Error {
  constructor(
    readonly kind: string,
    readonly cite: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

interface Request {
  seat?: string | undefined;
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  query?: Record<string, string | string[] | number | null | undefined>;
}

async function send(path: string, request: Request = {}): Promise<Response> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (Array.isArray(value)) for (const one of value) query.append(key, one);
    else if (value !== null && value !== undefined && value !== '') query.set(key, String(value));
  }
  const headers: Record<string, string> = {};
  if (request.seat) headers['X-Seat'] = request.seat;
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  const asked = query.size ? `?${query}` : '';
  let answer: Response;
  try {
    answer = await fetch(`api${path}${asked}`, {
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal ?? null,
    });
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'AbortError') throw problem;
    throw new Refusal('unreachable', '', 'The server does not answer; is it still running?', 0);
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const { error } = (await answer.json()) as { error: { kind: string; case?: string; text: string } };
    return new Refusal(error.kind, error.case ?? '', error.text, answer.status);
  } catch {
    return new Refusal('fault', '', `The server answered ${answer.status} without a reason.`, answer.status);
  }
}

async function ask<T>(path: string, request: Request = {}): Promise<T> {
  return (await (await send(path, request)).json()) as T;
}

const part = encodeURIComponent;

export const games = (): Promise<GameSummary[]> => ask('/games');
export const game = (slug: string): Promise<GameInfo> => ask(`/games/${part(slug)}`);
export const gameBoard = (slug: string, scenario = ''): Promise<Board> =>
  ask(`/games/${part(slug)}/board`, { query: { scenario } });
export const cases = (slug: string): Promise<CaseIndex> => ask(`/games/${part(slug)}/cases`);
export const tables = async (slug: string): Promise<TableFile[]> =>
  (await ask<{ tables: TableFile[] }>(`/games/${part(slug)}/tables`)).tables;
export const matches = (limit = 50): Promise<MatchSummary[]> => ask('/matches', { query: { limit } });

export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, string>;
  seed?: string;
  seats: Record<string, string>;
}

export const startMatch = (wish: NewMatch): Promise<Started> => ask('/matches', { body: wish });
export const importText = (text: string): Promise<Started> => ask('/import', { body: { text } });

/** All questions about one match, asked from one seat. */
export class MatchApi {
  constructor(
    readonly id: string,
    readonly seat: string,
  ) {}

  private ask<T>(path: string, request: Request = {}): Promise<T> {
    return ask(`/matches/${part(this.id)}${path}`, { seat: this.seat, ...request });
  }

  state(at: number | null = null, side: string | null = null): Promise<MatchState> {
    return this.ask('', { query: { at, side } });
  }
  board(): Promise<Board> {
    return this.ask('/board');
  }
  subjects(side: string): Promise<{ number: number; side: string; subjects: Subject[] }> {
    return this.ask('/subjects', { query: { side } });
  }
  /** The actions of a subject, or those that it would have after some others. */
  actions(
    subject: string | null,
    side: string,
    after: string[] = [],
  ): Promise<{ number: number; more: boolean; actions: ActionItem[] }> {
    return this.ask('/actions', { query: { subject, side, after } });
  }
  check(action: string, number: number, side: string, signal?: AbortSignal): Promise<Ruling & { action: string }> {
    return this.ask('/check', { body: { action, number, side }, ...(signal ? { signal } : {}) });
  }
  /** What the last of some actions would do. */
  preview(actions: string[], number: number, side: string, signal?: AbortSignal): Promise<PreviewAnswer> {
    return this.ask('/preview', { body: { actions, number, side }, ...(signal ? { signal } : {}) });
  }
  act(
    action: string,
    now: { number: number; revision: number },
    side: string,
  ): Promise<{ number: number; revision: number; events: GameEvent[]; state?: MatchState }> {
    const { number, revision } = now;
    return this.ask('/actions', { body: { action, number, revision, side }, query: { state: 'true' } });
  }
  undo(number: number, side: string | null): Promise<{ done: boolean; needs: string[] }> {
    return this.ask('/undo', { body: side ? { number, side } : { number } });
  }
  agreeUndo(agree: boolean): Promise<{ done: boolean }> {
    return this.ask('/agree-undo', { body: { agree } });
  }
  resign(side: string | null): Promise<unknown> {
    return this.ask('/resign', { body: side ? { side } : {} });
  }
  join(side: string): Promise<{ token: string; side: string }> {
    return this.ask('/join', { body: { side } });
  }
  log(since: number, side: string | null): Promise<{ number: number; entries: LogEntry[] }> {
    return this.ask('/log', { query: { since, side } });
  }
  overlays(query: { kind?: string | null; unit?: string | null; at?: number | null }): Promise<{ overlays: Overlay[] }> {
    return this.ask('/overlays', { query });
  }
  why(unit: string, side: string | null): Promise<WhyAnswer> {
    return this.ask('/why', { query: { unit, side } });
  }
  fork(number: number): Promise<Started> {
    return this.ask('/fork', { body: { number } });
  }
  async remove(): Promise<void> {
    await send(`/matches/${part(this.id)}`, { seat: this.seat, method: 'DELETE' });
  }
  async exported(form: string): Promise<string> {
    return (await send(`/matches/${part(this.id)}/export`, { seat: this.seat, query: { form } })).text();
  }
  live(since: number): EventSource {
    const query = new URLSearchParams({ since: String(since), seat: this.seat });
    return new EventSource(`api/matches/${part(this.id)}/live?${query}`);
  }
}
