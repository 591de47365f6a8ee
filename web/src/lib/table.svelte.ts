/** A match with a player at it: attacks and ways in the making, and how what is chosen is done. */
import * as server from './api';
import type { GameEvent, Ruling, Unit, Verb } from './api';
import { announce, toast } from './announce.svelte';
import { Choosing, type Item, type Odds } from './choosing.svelte';
import { candidatesOf, cover, excludeEachOther, nearest, wayOf } from './attacks';
import { keepJoined, keepSeat } from './seats';
import { settings } from './settings.svelte';

export type { Item, Odds };

/** An attack in the making: a target, and who of the candidates takes part. */
export interface Plan {
  verb: Verb;
  target: string;
  candidates: string[];
  units: string[];
  ways: Item[];
  /** Whether several of the ways can be played one after the other. */
  oneByOne: boolean;
  /** What will be played. */
  chosen: Item[];
  /** Whether the question who takes part is open: it ends with what is chosen, and comes after the target. */
  gathers: boolean;
  refusal: Ruling | null;
}

/** As many actions the server takes in one request. */
const AT_ONCE = 40;

export type Confirm = { item: Item; waiting: Unit[]; events: GameEvent[] | null };

export class Table extends Choosing {
  plan = $state.raw<Plan | null>(null);
  /** A way with stops: each leg is an action of its own; they are played one after the other at the end. */
  legs = $state.raw<Item[]>([]);
  /** Whether the next click sets a stop instead of going there. */
  stopping = $state(false);
  confirm = $state.raw<Confirm | null>(null);
  busy = $state(false);

  override clearChoice(): void {
    super.clearChoice();
    this.plan = null;
    this.confirm = null;
    this.legs = [];
  }

  async clickUnit(id: string): Promise<void> {
    if (this.plan?.candidates.includes(id)) return this.togglePlan(id);
    if (this.ready.has(id)) return this.choose(id);
    return this.inspect(id);
  }

  protected take_up(cell: string): boolean {
    return this.plan !== null && this.togglePlanAt(cell);
  }

  // -- a way with stops --

  /** Sets a stop: from there the unit could go on, as far as the server lets it. */
  async addStop(cell: string): Promise<void> {
    const item = this.targets.get(cell)?.[0];
    const { asked, live, selected } = this;
    if (!item || !asked || !live || !selected) return;
    const legs = [...this.legs, item];
    try {
      const texts = legs.map((leg) => leg.text);
      const { actions } = await this.api.actions(selected, asked.seat, texts);
      if (this.selected !== selected || this.live?.revision !== live.revision) return;
      this.legs = legs;
      this.way = [];
      this.actions = actions.filter((next) => next.verb === item.verb && next.target);
      announce(`Waypoint ${legs.length} at ${cell}; ${this.targets.size} places in reach from there.`);
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Goes the whole way, stop by stop, and to a last cell if one is given. */
  async goAllTheWay(last?: Item): Promise<void> {
    const texts = [...this.legs, ...(last ? [last] : [])].map((leg) => leg.text);
    const unit = this.selected;
    this.stopping = false;
    for (const text of texts) if (!(await this.act(text, unit))) return;
  }

  // -- attacks --

  /** What the button says that plays what is planned; nothing while that cannot be played. */
  readonly planned = $derived.by(() => {
    const { plan } = this;
    if (!plan) return '';
    const { chosen, verb, target } = plan;
    if (!plan.gathers) return chosen.length ? `${this.against(verb.name)} ${[...new Set(verb.assembles ? [...chosen.flatMap((way) => way.cells), target].sort() : [target])].join(' and ')}` : '';
    if (!chosen.length) return this.hints?.fired.includes(verb.name) ? this.wordsOn('end') || 'Done' : '';
    if (this.odds?.answer?.ruling.allowed === false) return '';
    const does = [...new Set(chosen.map((way) => this.against(way.verb)))];
    return `${does.map((words, number) => (number ? words.toLowerCase() : words)).join(' and ')} ${target}`;
  });

  protected startPlan(all: Item[], target: string): void {
    if (all.some((way) => this.hints?.joined.includes(way.verb))) return this.gather();
    const like = this.actions.find((item) => item.target === target) ?? all[0];
    const verb = this.verbs.get(like?.verb ?? '');
    if (!verb) return;
    // Of guns every kind is a choice; of attacks the kind was chosen with the unit.
    const fired = this.hints?.fired ?? [];
    const ways = all.filter((item) => item.verb === verb.name || (fired.includes(verb.name) && fired.includes(item.verb)));
    const candidates = candidatesOf(ways);
    const oneByOne = this.aims.get(target)?.one_by_one ?? false;
    const largest = [...ways].sort((a, b) => b.units.length - a.units.length);
    const own = largest.find((item) => !this.selected || item.units.includes(this.selected)) ?? largest[0];
    const chosen = oneByOne ? cover(ways, candidates) : own ? [own] : [];
    this.plan = { verb, target, candidates, ways, oneByOne, chosen, units: chosen.flatMap((way) => way.units), gathers: false, refusal: null };
    this.panel = 'choices';
    announce(`${verb.name} ${target} by ${this.plan.units.join(', ')}.`);
    void this.weighPlan();
  }

  protected gather(): void {
    const joined = this.hints?.joined ?? [];
    const [aim] = [...this.aims.values()].filter((one) => one.ways.some((way) => joined.includes(way.verb)));
    const verb = this.verbs.get(aim?.ways[0]?.verb ?? '');
    if (!aim || !verb || this.past) return;
    this.clearChoice();
    const ways = aim.ways.filter((way) => joined.includes(way.verb));
    // Guns are kept back until they are wanted; of those who fight nobody stays behind unasked.
    const chosen = this.hints?.fired.includes(verb.name) ? [] : cover(ways, candidatesOf(ways));
    this.plan = { verb, target: aim.cell, candidates: candidatesOf(ways), ways, oneByOne: true, chosen, units: chosen.flatMap((way) => way.units), gathers: true, refusal: null };
    this.panel = 'choices';
    void this.weighPlan();
  }

  /** The odds of what is planned, with the dice that will settle it. */
  private async weighPlan(): Promise<void> {
    const texts = this.plan?.chosen.map((way) => way.text) ?? [];
    if (this.plan?.gathers) texts.push('end');
    if (texts.length) await this.showOdds(...texts);
    else this.odds = null;
  }

  /** Declares what is planned, and throws the dice where nothing else comes first. */
  async carryOut(): Promise<void> {
    const plan = this.plan;
    if (plan?.gathers) {
      // Where all are in, the game says whether anybody else could be.
      const all = plan.units.length === plan.candidates.length && !this.hints?.fired.includes(plan.verb.name);
      await this.act([...plan.chosen.map((way) => way.text), ...(all ? [] : ['end'])]);
      return;
    }
    if (!plan?.chosen.length) return;
    const dice = this.asked?.verbs.find((name) => this.verbs.get(name)?.resolves && this.verbs.get(name)?.shape === '');
    const texts = plan.chosen.map((way) => way.text);
    await this.act(plan.verb.resolves || !dice ? texts : [...texts, dice]);
  }

  private togglePlanAt(cell: string): boolean {
    const plan = this.plan;
    if (!plan || cell === plan.target) return cell === plan?.target;
    const here = plan.candidates.filter((id) => this.units.get(id)?.cell === cell);
    const next = here.find((id) => !plan.units.includes(id)) ?? here[0];
    if (next) this.togglePlan(next);
    return next !== undefined;
  }

  togglePlan(unit: string): void {
    const plan = this.plan;
    if (!plan) return;
    const joins = !plan.units.includes(unit);
    const wanted = joins ? [...plan.units, unit] : plan.units.filter((id) => id !== unit);
    if (plan.oneByOne) {
      // Where a unit can take part in several ways, the one that was chosen for it stays.
      const kept = plan.gathers ? plan.chosen.filter((way) => way.units.every((id) => wanted.includes(id))) : [];
      const others = wanted.filter((id) => !kept.some((way) => way.units.includes(id)));
      return this.planWays([...kept, ...cover(plan.ways, others)]);
    }
    const exact = wayOf(plan.ways, wanted);
    if (exact) return this.planWays([exact]);
    if (!joins) {
      this.plan = { ...plan, units: wanted, chosen: [], refusal: null };
      this.odds = null;
      return;
    }
    // They cannot go together: the unit's own attack takes the place, and the referee says why.
    const own = nearest(plan.ways, unit, wanted);
    if (own) this.planWays([own]);
    if (!excludeEachOther(plan.ways)) void this.explain(plan.verb, wanted, plan.target);
  }

  /** Has a unit take part in another way: guns support, or fire at the enemy's. */
  planInstead(way: Item): void {
    const others = this.plan?.chosen.filter((one) => !one.units.some((id) => way.units.includes(id))) ?? [];
    this.planWays([...others, way]);
  }

  planWays(chosen: Item[]): void {
    if (!this.plan) return;
    this.plan = { ...this.plan, chosen, units: chosen.flatMap((way) => way.units), refusal: null };
    void this.weighPlan();
  }

  private async explain(verb: Verb, units: string[], target: string): Promise<void> {
    const { live, asked } = this;
    if (!live || !asked) return;
    try {
      const refusal = await this.api.check({ verb: verb.name, units, cells: [target], words: [] }, live.number, asked.seat);
      if (this.plan && !refusal.allowed) this.plan = { ...this.plan, refusal };
    } catch {
      // Only the explanation is missing.
    }
  }

  // -- doing --

  /** Acts; but dice show their odds first, and much that would be given up is asked about. */
  async propose(item: Item): Promise<void> {
    if (item.target && (this.legs.length || this.stopping)) {
      await (this.stopping ? this.addStop(item.target) : this.goAllTheWay(item));
      return;
    }
    if (this.weighs(item.verb) && this.odds?.text !== item.text) {
      this.panel = 'choices';
      await this.showOdds(item.text);
      const answer = this.odds?.text === item.text ? this.odds.answer : null;
      // Where no dice fall yet there is nothing to weigh: the next question follows at once, and has its own odds.
      const asksOn = answer !== null && answer.action !== item.text && !item.units.length;
      if (!answer?.ruling.allowed || (!asksOn && (answer.chances.length || answer.certain.length))) return;
    }
    const waiting = this.subjects
      .filter((subject) => subject.kind === 'unit')
      .flatMap((subject) => this.units.get(subject.name) ?? []);
    // In the enemy's turn most answer "no" most of the time.
    const own = this.live?.phasing === this.asked?.side;
    // Within a fight one is done with a choice, not with a phase.
    if (settings.warn && own && item.verb === 'end' && waiting.length && !this.advances && !this.asked?.cell) return this.warn(item, waiting);
    await this.act(item.text, item.target ? (item.units[0] ?? null) : null);
  }

  /** Whether all that is asked is who enters a cell that a fight has emptied: to stay is an answer like another. */
  private get advances(): boolean {
    return this.aims.size > 0 && [...this.aims.keys()].every((cell) => !this.isHostile(cell) && !this.targets.get(cell)?.some((item) => item.amount !== null))
      && this.subjects.every((subject) => subject.kind !== 'unit' || this.allAimed(subject.name));
  }

  private allAimed(unit: string): boolean {
    return [...this.aims.values()].some((aim) => aim.ways.some((way) => way.units.includes(unit)));
  }

  private async warn(item: Item, waiting: Unit[]): Promise<void> {
    this.confirm = { item, waiting, events: null };
    const { live, asked } = this;
    if (!live || !asked) return;
    try {
      const answer = await this.api.preview([item.text], live.number, asked.seat);
      if (this.confirm?.item === item) this.confirm = { ...this.confirm, events: answer.certain };
    } catch {
      if (this.confirm?.item === item) this.confirm = { item, waiting, events: [] };
    }
  }

  /** Has a bot place what is left of a set-up; each placement is an action of one's own, to be taken back like any other. */
  async setUpRest(): Promise<void> {
    const { live, asked } = this;
    if (!live || !asked || this.busy) return;
    this.busy = true;
    let actions: string[] = [];
    try {
      ({ actions } = await this.api.setUpRest(live.number, asked.seat));
    } catch (problem) {
      this.complain(problem);
    } finally {
      this.busy = false;
    }
    for (let at = 0; at < actions.length; at += AT_ONCE) if (!(await this.act(actions.slice(at, at + AT_ONCE)))) return;
    if (actions.length) toast(`${actions.length} ${actions.length > 1 ? 'units are' : 'unit is'} set up for you. Undo takes them back one by one.`);
  }

  /** Plays an action, or several at once; `follow` is a unit that stays chosen while it can go on. */
  async act(texts: string | string[], follow: string | null = null): Promise<boolean> {
    const { live, asked } = this;
    if (!live || this.busy) return false;
    if (!asked) {
      toast('It is not your decision right now.', 'refused');
      return false;
    }
    const actions = typeof texts === 'string' ? [texts] : texts;
    const text = actions.join('; ');
    this.undone = [];
    this.busy = true;
    this.holding = true;
    this.declared = this.odds?.text === text ? this.odds.answer : null;
    try {
      const answer = await this.api.act(actions, live, asked.seat, this.log.at(-1)?.number ?? -1, follow);
      const told = answer.events.map((event) => event.text).slice(0, 4).join(' ');
      if (answer.now) this.takeNow(answer.now);
      // What came of it, and then what is asked: one line, or the second would swallow the first.
      if (told) announce([told, this.asked?.prompt ?? ''].join(' '));
      return true;
    } catch (problem) {
      this.complain(problem);
      if (problem instanceof server.Refusal && problem.status === 409) await this.refresh();
      return false;
    } finally {
      this.busy = false;
      this.holding = false;
      this.declared = null;
      this.catchUp();
    }
  }

  /** What has been taken back and can be played again, the last one on top. */
  undone = $state.raw<string[]>([]);

  async undo(): Promise<void> {
    const live = this.live;
    if (!live?.undo.possible) return;
    const seat = live.table ? null : (live.mine[0] ?? null);
    const { action, number } = live.undo;
    const told = `${action ?? 'the last action'}${live.number - number > 1 ? ` and what followed (${live.number - number} actions)` : ''}`;
    try {
      const answer = await this.api.undo(live.number, seat);
      const waits = `${answer.needs.map(this.theName).join(' and ')} must agree to take back ${told}.`;
      await this.refresh();
      toast(answer.done ? `Took back ${told}.` : waits);
      this.undone = answer.done && action ? [...this.undone, action] : [];
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Plays again what was taken back last. */
  async redo(): Promise<void> {
    const left = this.undone.slice(0, -1);
    const action = this.undone.at(-1);
    if (action && (await this.act(action))) this.undone = left;
  }

  async agreeUndo(agree: boolean): Promise<void> {
    try {
      await this.api.agreeUndo(agree);
      await this.refresh();
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Takes an open seat: from now on this browser plays there. */
  async join(seat: string): Promise<void> {
    try {
      const { token } = await this.api.join(seat, settings.player);
      keepSeat(this.api.id, token);
      keepJoined(this.api.id, seat);
      location.reload();
    } catch (problem) {
      this.complain(problem);
    }
  }

  async resign(): Promise<void> {
    const seat = this.asked?.seat ?? this.live?.mine[0] ?? null;
    try {
      await this.api.resign(seat);
      await this.refresh();
    } catch (problem) {
      this.complain(problem);
    }
  }
}
