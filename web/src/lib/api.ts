/** The server's HTTP interface, and nothing else: one function for each question. */
import type {
  ActionAnswer, ActionParts, AddToDice, ActionsAnswer, Board, CaseIndex, CheckAnswer, Cover, ErrorAnswer, GameInfo, GameSummary, Health, Joined, MatchState,
  MatchSummary, NewMatch, Now, OverlaysAnswer, PreviewAnswer, ProspectsAnswer, RefereeAnswer, SeatOffer, SetUpAnswer, Started, TableFile, TableKey, TablesAnswer, UndoAnswer, ValuesInfo, WhyAnswer,
} from './types';

export type * from './types';

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
  owner?: string;
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
  if (request.owner) headers['X-Owner'] = request.owner;
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
    throw new Refusal('unreachable', '', 'The server does not answer. Is it still running?', 0);
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const { error } = (await answer.json()) as ErrorAnswer;
    return new Refusal(error.kind, error.case, error.text, answer.status);
  } catch {
    return new Refusal('fault', '', `The server returned error ${answer.status} and gave no reason.`, answer.status);
  }
}

async function ask<T>(path: string, request: Request = {}): Promise<T> {
  return (await (await send(path, request)).json()) as T;
}

const part = encodeURIComponent;

export const games = (): Promise<GameSummary[]> => ask('/games');
export const game = (slug: string): Promise<GameInfo> => ask(`/games/${part(slug)}`);
/** A small picture of the middle of a game's map. */
export const gameBoard = (slug: string, scenario: string): Promise<Board> => ask(`/games/${part(slug)}/board`, { query: { scenario } });
export const cover = async (slug: string): Promise<string> => (await ask<Cover>(`/games/${part(slug)}/cover`)).svg;
/** Who would sit at a match with those options. */
export const seats = (slug: string, scenario: string, options: Record<string, string>): Promise<SeatOffer[]> =>
  ask(`/games/${part(slug)}/seats`, {
    query: { scenario, option: Object.entries(options).map(([name, choice]) => `${name}=${choice}`) },
  });
export const cases = (slug: string): Promise<CaseIndex> => ask(`/games/${part(slug)}/cases`);
export const values = (slug: string): Promise<ValuesInfo[]> => ask(`/games/${part(slug)}/values`);
export const health = (): Promise<Health> => ask('/health');
export const matches = (limit = 50): Promise<MatchSummary[]> => ask('/matches', { query: { limit } });

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

  state(at: number | null = null): Promise<MatchState> {
    return this.ask('', { query: { at } });
  }
  board(): Promise<Board> {
    return this.ask('/board');
  }
  /** The tables that the match is played with. */
  async tables(): Promise<TableFile[]> {
    return (await this.ask<TablesAnswer>('/tables')).tables;
  }
  /** All that the page shows of the position that stands. */
  now(): Promise<Now> {
    return this.ask('/now');
  }
  /** The actions of a subject, or those that it would have after some others. */
  actions(subject: string | null, seat: string, after: string[] = []): Promise<ActionsAnswer> {
    return this.ask('/actions', { query: { subject, side: seat, after } });
  }
  /** The referee's ruling on an action, which is given as it is typed or in its parts. */
  check(action: string | ActionParts, number: number, seat: string, signal?: AbortSignal): Promise<CheckAnswer> {
    const what = typeof action === 'string' ? { action } : { parts: action };
    return this.ask('/check', { body: { ...what, number, side: seat }, ...(signal ? { signal } : {}) });
  }
  /** A question to the referee in plain English. */
  askReferee(text: string, seat: string | null): Promise<RefereeAnswer> {
    return this.ask('/ask', { body: seat ? { text, side: seat } : { text } });
  }
  /** What the last of some actions would do. */
  /** `at_once`: without a summary that takes long. */
  preview(actions: string[], number: number, seat: string, signal?: AbortSignal, at_once = false): Promise<PreviewAnswer> {
    return this.ask('/preview', { body: { actions, number, side: seat, at_once }, ...(signal ? { signal } : {}) });
  }
  /** What could be attacked after a move. */
  prospects(action: string, number: number, seat: string, signal: AbortSignal): Promise<ProspectsAnswer> {
    return this.ask('/prospects', { body: { action, number, side: seat }, signal });
  }
  /** How a bot would place what is left of a set-up. */
  setUpRest(number: number, seat: string): Promise<SetUpAnswer> {
    return this.ask('/set-up', { body: { number, side: seat } });
  }
  /** Plays some actions; the answer has what the page shows next. `known` is how far it has the log, `follow` a unit on its way. */
  act(actions: string[], state: MatchState, seat: string, known: number, follow: string | null): Promise<ActionAnswer> {
    const { number, revision } = state;
    const [action, ...then] = actions;
    return this.ask('/actions', { body: { action, then, number, revision, side: seat }, query: { known, follow } });
  }
  undo(number: number, seat: string | null): Promise<UndoAnswer> {
    return this.ask('/undo', { body: seat ? { number, side: seat } : { number } });
  }
  agreeUndo(agree: boolean): Promise<UndoAnswer> {
    return this.ask('/agree-undo', { body: { agree } });
  }
  /** Seals a share of the dice, reveals it, or adds none. */
  addToDice(body: AddToDice): Promise<unknown> {
    return this.ask('/dice', { body });
  }
  /** The table's token, for whoever runs the server. */
  async openTable(owner: string): Promise<string> {
    const answer = await send(`/matches/${part(this.id)}/table`, { method: 'POST', owner });
    return ((await answer.json()) as TableKey).table;
  }
  resign(seat: string | null): Promise<unknown> {
    return this.ask('/resign', { body: seat ? { side: seat } : {} });
  }
  join(seat: string, player: string): Promise<Joined> {
    return this.ask('/join', { body: { side: seat, player } });
  }
  overlays(query: { kind?: string | null; unit?: string | null; at?: number | null }): Promise<OverlaysAnswer> {
    return this.ask('/overlays', { query });
  }
  why(unit: string, seat: string): Promise<WhyAnswer> {
    return this.ask('/why', { query: { unit, side: seat } });
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
  /** The live line: each change brings what the page shows then. */
  live(since: number, known: number, seenBy: string | null): EventSource {
    const query = new URLSearchParams({ since: String(since), seat: this.seat, known: String(known), seen_by: seenBy ?? '' });
    return new EventSource(`api/matches/${part(this.id)}/live?${query}`);
  }
}
