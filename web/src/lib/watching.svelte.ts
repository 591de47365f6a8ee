/**
 * One match as anybody who watches it sees it: the position now or earlier, the log, the line to the server.
 */
import * as server from './api';
import type { Asked, Board, Cell, Change, GameInfo, Greeting, LogEntry, MatchState, Now, Thinking, Unit } from './api';
import { announce, chime, toast } from './announce.svelte';
import { addShare } from './dice';
import { capital, unknownUnits } from './counters';
import { settings } from './settings.svelte';

/** Colours that can be told apart on any counter. */
const BARS = ['#d62f1f', '#f2b705', '#1f8f4d', '#7b3fa0', '#ffffff', '#0b3d91', '#e8751a', '#14b8a6', '#5b3a1a', '#e83e8c'];

export abstract class Watching {
  readonly api: server.MatchApi;
  info = $state.raw<GameInfo | null>(null);
  board = $state.raw<Board | null>(null);
  live = $state.raw<MatchState | null>(null);
  past = $state.raw<MatchState | null>(null);
  log = $state.raw<LogEntry[]>([]);
  marked = $state.raw<string[]>([]);
  moved = $state.raw<{ from: string; to: string }[]>([]);
  focusCell = $state<string | null>(null);
  /** The stack whose card is open. */
  card = $state.raw<{ cell: string; pinned: boolean } | null>(null);
  /** Where what is being watched has happened: the map follows it. */
  scene = $state.raw<string[]>([]);
  openCase = $state<string | null>(null);
  panel = $state('choices');
  connected = $state(true);
  trouble = $state<server.Refusal | null>(null);
  curtain = $state<string | null>(null);
  playing = $state(false);

  verbs = $derived(new Map((this.info?.verbs ?? []).map((verb) => [verb.name, verb])));
  cells = $derived(new Map<string, Cell>((this.board?.cells ?? []).map((cell) => [cell.id, cell])));
  symbols = $derived(this.board?.symbols ?? {});
  shown = $derived(this.past ?? this.live);
  hints = $derived(this.live?.hints);

  /** What players call a step of the sequence of play. */
  phaseName(step: string | undefined): string {
    return this.hints?.phases[step ?? ''] ?? (step ?? '').replaceAll('-', ' ');
  }

  asked = $derived<Asked | null>(this.live?.asked.find((one) => one.mine) ?? null);
  openSeats = $derived((this.live?.seats ?? []).filter((seat) => seat.kind === 'open' && !seat.taken));
  /** What the viewer may not identify; it lies at the bottom of a stack. */
  covered = $derived(unknownUnits(this.shown?.covered ?? []));
  stacks = $derived.by(() => {
    const found = new Map<string, Unit[]>();
    for (const unit of [...this.covered, ...(this.shown?.units ?? [])]) {
      if (unit.cell === null) continue;
      const stack = found.get(unit.cell);
      if (stack) stack.push(unit);
      else found.set(unit.cell, [unit]);
    }
    for (const stack of found.values()) stack.sort((a, b) => a.layer - b.layer);
    return found;
  });
  /** A colour for each army or corps, where a side has several. */
  bars = $derived.by(() => {
    const names = new Map<string, Set<string>>();
    for (const unit of this.live?.units ?? []) {
      const [first] = unit.formation;
      if (first) names.set(unit.side, (names.get(unit.side) ?? new Set()).add(first));
    }
    const found = new Map<string, string>();
    for (const all of names.values()) {
      if (all.size > 1) [...all].sort().forEach((name, index) => found.set(name, BARS[index % BARS.length] ?? ''));
    }
    return found;
  });
  units = $derived(new Map<string, Unit>((this.shown?.units ?? []).map((unit) => [unit.id, unit])));
  private tablesAsked: Promise<server.TableFile[]> | null = null;
  /** The tables that the match is played with; asked for once. */
  tables(): Promise<server.TableFile[]> {
    this.tablesAsked ??= this.api.tables();
    return this.tablesAsked;
  }

  /** Where a unit's values come from: ours or the owner's, and the source that the data name. */
  async sourceOf(unit: string): Promise<string> {
    for (const file of await this.tables()) {
      const column = file.columns.indexOf('id');
      const row = column < 0 ? -1 : file.rows.findIndex((cells) => cells[column] === unit);
      if (row < 0) continue;
      const whose = file.owned.includes(row) ? `The owner's value, from "${file.owner}"` : 'Our value';
      return `${whose} (${file.name}): ${file.sources[row] || 'no source given'}`;
    }
    return 'Nothing is written about it in the tables.';
  }

  /** The name of a seat or a side. */
  nameOf = (who: string | null): string =>
    this.live?.seats.find((one) => one.seat === who)?.name ??
    this.info?.sides.find((one) => one.id === who)?.name ??
    who ??
    'nobody';
  /** The same within a sentence: "the Entente", "the Germans". */
  theName = (who: string | null): string =>
    this.live?.seats.find((one) => one.seat === who)?.called ??
    this.info?.sides.find((one) => one.id === who)?.called ??
    this.nameOf(who);
  /** The same at the head of a line: "Entente", "Germans". */
  headOf = (who: string | null): string => capital(this.theName(who).replace(/^the /, ''));
  /** Whether one of this page's seats belongs to a side. */
  isMine = (side: string | null): boolean =>
    (this.live?.seats ?? []).some((one) => one.side === side && this.live?.mine.includes(one.seat));

  /** While an own action is under way its answer brings the news: the live line need not be followed. */
  protected holding = false;
  /** What came over the live line meanwhile. */
  private heard: Now | null = null;
  private source: EventSource | null = null;
  private refreshing: Promise<void> | null = null;
  private again = false;
  private seenBy: string | null = null;
  private baseline: MatchState | null = null;
  private later: ReturnType<typeof setTimeout> | undefined;
  private film: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, seat: string) {
    this.api = new server.MatchApi(id, seat);
  }

  /** Forget what was chosen: the position is another one. */
  abstract clearChoice(): void;

  /** What can be done in the new position. */
  protected abstract takeChoices(now: Now): void;

  // -- coming and going --

  async open(): Promise<void> {
    try {
      const [first, board] = await Promise.all([this.api.now(), this.api.board()]);
      let now = first;
      while (await addShare(this.api, now.state)) now = await this.api.now();
      this.info = await server.game(now.state.game);
      this.board = board;
      this.takeNow(now);
      this.listen();
    } catch (problem) {
      this.trouble = problem instanceof server.Refusal ? problem : new server.Refusal('fault', '', String(problem), 0);
    }
  }

  close(): void {
    this.source?.close();
    clearTimeout(this.film);
    clearTimeout(this.later);
  }

  private listen(): void {
    this.source?.close();
    const source = this.api.live(this.live?.revision ?? 0, this.log.at(-1)?.number ?? -1, this.live?.viewer ?? null);
    this.source = source;
    source.addEventListener('hello', (event) => {
      this.connected = true;
      const { revision } = JSON.parse(event.data as string) as Greeting;
      // What has happened since follows by itself; a server that knows less has lost something.
      if (revision < (this.live?.revision ?? 0)) void this.refresh();
    });
    source.addEventListener('change', (event) => {
      const { now } = JSON.parse(event.data as string) as Change;
      if (now) this.heard = now;
      if (!this.holding) this.catchUp();
    });
    source.addEventListener('thinking', (event) => {
      const { seats } = JSON.parse(event.data as string) as Thinking;
      if (this.live) this.live = { ...this.live, thinking: seats };
    });
    source.addEventListener('reload', () => void this.refresh());
    source.onopen = () => (this.connected = true);
    source.onerror = () => {
      this.connected = false;
      // The browser tries again by itself, unless the server has refused for good.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.source === source && this.listen(), 1500);
    };
  }

  /** The server cannot be reached: ask again until it can. */
  private tryLater(): void {
    this.connected = false;
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.refresh(), 1500);
  }

  /** Takes what has come over the live line, unless an own action's answer has brought it already. */
  protected catchUp(): void {
    const now = this.heard;
    this.heard = null;
    if (!now || now.state.revision <= (this.live?.revision ?? -1)) return;
    this.takeNow(now);
    // Another player may have sealed a share of the dice: then this browser reveals its own.
    void addShare(this.api, now.state).catch((problem: unknown) => this.complain(problem));
  }

  /** Fetch what stands now; several calls at once end in one more round. */
  refresh(): Promise<void> {
    if (this.refreshing) {
      this.again = true;
      return this.refreshing;
    }
    this.refreshing = (async () => {
      do {
        this.again = false;
        try {
          const now = await this.api.now();
          this.takeNow(now, true);
          this.connected = true;
          if (await addShare(this.api, now.state)) this.again = true;
        } catch (problem) {
          if (problem instanceof server.Refusal && problem.kind === 'unreachable') this.tryLater();
          else this.complain(problem);
        }
      } while (this.again);
    })().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  /** A position with all that belongs to it; `afresh` where the server has lost a later one. */
  protected takeNow(now: Now, afresh = false): void {
    if (!afresh && now.state.revision < (this.live?.revision ?? -1)) return;
    this.take(now.state);
    this.log = [...this.log.filter((entry) => entry.number <= now.log_since), ...now.log];
    this.takeChoices(now);
    if (!now.state.mine.length && !this.past) this.scene = cellsOf(this.log.at(-1));
    this.sayWhatIsAsked();
  }

  private take(state: MatchState): void {
    const before = this.live;
    // That somebody adds to the dice changes nothing on the map.
    const onlyDice = before?.number === state.number && JSON.stringify(before.dice) !== JSON.stringify(state.dice);
    if (before?.revision !== state.revision && !onlyDice) {
      this.clearChoice();
      // Traces show everything since the last time that something was asked here; to a spectator a side's turn.
      const passed = !state.mine.length && before?.phasing !== state.phasing;
      if (before && (before.asked.some((one) => one.mine) || !this.baseline || passed)) this.baseline = before;
      if (this.baseline) this.moved = movesBetween(this.baseline, state);
    }
    if (before?.hidden && before.viewer !== state.viewer) {
      // Another player looks at the same screen: what the last one knew is not his to see.
      this.baseline = null;
      this.moved = [];
      this.log = [];
    }
    this.live = state;
    const mine = state.asked.find((one) => one.mine);
    if (settings.sound && mine && before && !before.asked.some((one) => one.mine)) chime();
    if (mine && mine.seat !== this.seenBy) {
      if (this.needsCurtain(state, mine) && this.seenBy !== null) this.curtain = mine.seat;
      this.seenBy = mine.seat;
    }
  }

  private needsCurtain(state: MatchState, asked: Asked): boolean {
    if (!state.table || state.mine.length < 2) return false;
    // Players of one side may see the same.
    const other = state.seats.find((one) => one.seat === this.seenBy)?.side !== asked.side;
    const hides = other && (asked.secret || state.hidden);
    return settings.curtain === 'always' || (settings.curtain === 'auto' && hides);
  }

  protected sayWhatIsAsked(): void {
    const state = this.live;
    if (!state) return;
    if (state.outcome) announce(`The match is over: ${state.outcome.level}.`);
    else if (this.asked) announce(`${this.asked.prompt}. Case ${this.asked.case}.`);
    else if (state.asked[0]) announce(`Waiting for ${this.theName(state.asked[0].seat)}.`);
  }

  complain(problem: unknown): void {
    if (problem instanceof DOMException) return;
    if (problem instanceof server.Refusal) {
      if (problem.kind === 'unreachable') this.tryLater();
      toast(problem.message, problem.status === 422 ? 'refused' : 'error', problem.cite);
    } else {
      toast(String(problem), 'error');
    }
  }

  // -- time --

  async goTo(number: number): Promise<void> {
    const live = this.live;
    if (!live) return;
    const at = Math.max(live.first, Math.min(number, live.number));
    if (at === live.number) {
      this.past = null;
      return;
    }
    try {
      const before = this.shown;
      const state = await this.api.state(at);
      this.clearChoice();
      // Going back, too, arrows point the way the move went.
      if (before) this.moved = before.number > at ? movesBetween(state, before) : movesBetween(before, state);
      this.past = state;
      this.scene = cellsOf(this.log.find((entry) => entry.number === at));
    } catch (problem) {
      this.complain(problem);
    }
  }

  now(): void {
    this.scene = [];
    this.stopFilm();
    this.past = null;
    this.moved = [];
  }

  startFilm(from?: number): void {
    const live = this.live;
    if (!live) return;
    this.playing = true;
    if (!this.past) void this.goTo(Math.max(live.first, from ?? live.first)).then(() => this.nextFrame());
    else this.nextFrame();
  }

  stopFilm(): void {
    this.playing = false;
    clearTimeout(this.film);
  }

  private nextFrame(): void {
    clearTimeout(this.film);
    this.film = setTimeout(async () => {
      if (!this.playing || !this.live) return;
      await this.goTo((this.shown?.number ?? 0) + 1);
      if (this.past) this.nextFrame();
      else this.playing = false;
    }, 700 / settings.speed);
  }
}

/** Who stands elsewhere than before, for the traces on the map. */
export function movesBetween(before: MatchState, after: MatchState): { from: string; to: string }[] {
  const was = new Map(before.units.map((unit) => [unit.id, unit.cell]));
  const moves: { from: string; to: string }[] = [];
  for (const unit of after.units) {
    const from = was.get(unit.id);
    if (from && unit.cell && from !== unit.cell) moves.push({ from, to: unit.cell });
  }
  return moves.slice(0, 60);
}

/** The cells that an action was about. */
function cellsOf(entry: LogEntry | undefined): string[] {
  return [...new Set((entry?.events ?? []).flatMap((event) => event.cells))].slice(0, 12);
}
