/**
 * A match with a player at it: what can act, what is chosen, and how it is done.
 *
 * It knows no game. Subjects, actions and their texts come from the server; the verbs' shapes say which
 * words of an action are units and cells.
 */
import * as server from './api';
import type { ActionItem, GameEvent, PreviewAnswer, Ruling, Subject, Unit, Verb } from './api';
import { announce, toast } from './announce.svelte';
import { settings } from './settings.svelte';
import { isAssembly, readAction, writeAction, type Reading } from './shapes';
import { Watching } from './watching.svelte';

export type Item = ActionItem & { reading: Reading };

/** An attack in the making: a target, and who of the candidates takes part. */
export interface Plan {
  verb: Verb;
  target: string;
  candidates: string[];
  units: string[];
  ways: Item[];
  text: string | null;
  refusal: Ruling | null;
}

export interface Odds {
  text: string;
  answer: PreviewAnswer | null;
  problem: string;
}

export type Confirm = { item: Item; waiting: Unit[]; events: GameEvent[] | null };

export class Table extends Watching {
  subjects = $state.raw<Subject[]>([]);
  /** The revision for which everything is known that the page shows by itself. */
  settled = $state(-1);
  selected = $state<string | null>(null);
  actions = $state.raw<Item[]>([]);
  menu = $state.raw<{ cell: string; items: Item[] } | null>(null);
  plan = $state.raw<Plan | null>(null);
  odds = $state.raw<Odds | null>(null);
  confirm = $state.raw<Confirm | null>(null);
  why = $state.raw<(Ruling & { cell: string }) | null>(null);
  inspected = $state.raw<{ unit: string; answer: server.WhyAnswer | null } | null>(null);
  busy = $state(false);

  /** Units and cells that can act now; nothing while an earlier position is looked at. */
  ready = $derived(new Set(this.past ? [] : this.subjects.filter((s) => s.kind !== 'button').map((s) => s.name)));
  buttons = $derived(this.past ? [] : this.subjects.filter((s) => s.kind === 'button'));
  /** Actions of what is chosen that need no place on the map. */
  plain = $derived(this.actions.filter((item) => !item.reading.target));
  targets = $derived.by(() => {
    const found = new Map<string, Item[]>();
    for (const item of this.actions) {
      if (!item.reading.target) continue;
      const there = found.get(item.reading.target);
      if (there) there.push(item);
      else found.set(item.reading.target, [item]);
    }
    return found;
  });

  /** Actions by subject, for one revision of the match. */
  private known = new Map<string, Item[]>();
  private knownAt = -1;
  private checking: AbortController | null = null;
  private previewing: AbortController | null = null;

  protected async fetchSubjects(): Promise<void> {
    const asked = this.asked;
    if (!asked || !this.live) {
      this.subjects = [];
      this.settled = this.live?.revision ?? -1;
      this.sayWhatIsAsked();
      return;
    }
    const { revision } = this.live;
    const answer = await this.api.subjects(asked.side);
    if (this.live.revision !== revision) return;
    this.subjects = answer.subjects;
    this.sayWhatIsAsked();
    const onMap = this.subjects.filter((subject) => subject.kind !== 'button');
    const only = this.subjects.length === 1 ? this.subjects[0] : onMap.length === 1 ? onMap[0] : undefined;
    const resolving = this.subjects.find((one) => one.kind === 'button' && this.verbs.get(one.name)?.resolves);
    if (resolving) void this.showOdds(resolving.name);
    // Where only one thing can be chosen, it is.
    if (only && (only.kind !== 'button' || only.name.includes(' '))) await this.choose(only.name, false);
    this.settled = revision;
  }

  // -- choosing --

  clearChoice(): void {
    this.selected = null;
    this.actions = [];
    this.menu = null;
    this.plan = null;
    this.odds = null;
    this.why = null;
    this.confirm = null;
    this.inspected = null;
    this.marked = [];
    this.previewing?.abort();
    this.checking?.abort();
  }

  /** The actions of a subject; asked of the server once for each position. */
  async actionsOf(subject: string | null): Promise<Item[]> {
    const { asked, live } = this;
    if (!asked || !live) return [];
    if (this.knownAt !== live.revision) this.known.clear();
    this.knownAt = live.revision;
    const key = subject ?? '';
    const known = this.known.get(key);
    if (known) return known;
    const { actions } = await this.api.actions(subject, asked.side);
    const items = actions.map((action) => ({ ...action, reading: readAction(action.text, this.verbs) }));
    if (this.knownAt === live.revision) this.known.set(key, items);
    return items;
  }

  async choose(name: string, speak = true): Promise<void> {
    const subject = this.subjects.find((one) => one.name === name);
    if (!subject || this.past) return;
    const { live } = this;
    this.clearChoice();
    this.selected = name;
    try {
      const items = await this.actionsOf(name);
      if (this.selected !== name || this.live?.revision !== live?.revision) return;
      if (!items.length) {
        // Some games find out only now that nothing is left for it.
        this.clearChoice();
        this.subjects = this.subjects.filter((one) => one.name !== name);
        toast(`${subject.label || name} has nothing left to do.`);
        return;
      }
      this.actions = items;
      const there = this.targets.size;
      const without = items.filter((item) => !item.reading.target).length;
      if (speak) announce(`${subject.label || name}: ${there ? `${there} places to choose from` : `${without} choices`}.`);
      const at = subject.cell ?? (subject.kind === 'cell' ? subject.name : null);
      // What needs no second click on the map is offered where the subject is.
      if (at && subject.kind === 'cell' && items.length <= 12) this.menu = { cell: at, items };
      else if (at && !there && items.length <= 12) this.menu = { cell: at, items };
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** What the chosen subject can do besides going somewhere, as a menu where it stands. */
  showPlain(): void {
    const subject = this.subjects.find((one) => one.name === this.selected);
    const at = subject?.cell ?? null;
    if (at) this.menu = { cell: at, items: this.plain };
  }

  /** A button of the prompt: acts if it can mean one thing only, else shows its places. */
  async press(subject: Subject): Promise<void> {
    try {
      const items = await this.actionsOf(subject.name);
      const only = items.length === 1 ? items[0] : undefined;
      if (only && !only.reading.target) await this.propose(only);
      else await this.choose(subject.name);
    } catch (problem) {
      this.complain(problem);
    }
  }

  async clickCell(id: string): Promise<void> {
    this.why = null;
    if (this.past) return;
    if (this.plan && this.togglePlanAt(id)) return;
    const items = this.targets.get(id);
    if (items) {
      this.menu = null;
      const first = items[0];
      if (first && isAssembly(this.verbs.get(first.verb)) && items.every((item) => item.verb === first.verb)) {
        await this.startPlan(first, id);
      } else if (first && items.length === 1) {
        await this.propose(first);
      } else {
        this.menu = { cell: id, items };
        announce(`${items.length} ways to act at ${id}; choose one.`);
      }
      return;
    }
    const cellSubject = this.subjects.find((one) => one.kind === 'cell' && one.name === id);
    if (cellSubject) {
      await this.choose(cellSubject.name);
      return;
    }
    const able = (this.stacks.get(id) ?? []).filter((unit) => this.ready.has(unit.id));
    if (able.length === 1 && able[0]?.id === this.selected && this.plain.length) {
      this.showPlain();
      return;
    }
    const next = able.findIndex((unit) => unit.id === this.selected) + 1;
    const chosen = able[next % Math.max(1, able.length)];
    if (chosen) {
      await this.choose(chosen.id);
    } else if (this.selected) {
      await this.askWhyNot(id);
    } else {
      const top = this.stacks.get(id)?.at(-1);
      if (top) await this.inspect(top.id);
    }
  }

  async clickUnit(id: string): Promise<void> {
    if (this.plan?.candidates.includes(id)) return this.togglePlan(id);
    if (this.ready.has(id)) return this.choose(id);
    return this.inspect(id);
  }

  /** What a unit is, and why it cannot act. */
  async inspect(id: string): Promise<void> {
    this.inspected = { unit: id, answer: null };
    const unit = this.units.get(id);
    if (unit?.cell) this.focusCell = unit.cell;
    if (!this.asked || this.past || !this.live?.mine.includes(unit?.side ?? '')) return;
    try {
      const answer = await this.api.why(id, this.asked.side);
      if (this.inspected?.unit === id) this.inspected = { unit: id, answer };
    } catch {
      // The card is useful without the reasons.
    }
  }

  async askWhyNot(cell: string): Promise<void> {
    const text = this.triedText(cell);
    const { live, asked } = this;
    if (!text || !live || !asked) return;
    this.checking?.abort();
    this.checking = new AbortController();
    try {
      const ruling = await this.api.check(text, live.number, asked.side, this.checking.signal);
      if (this.live?.revision !== live.revision || ruling.allowed) return;
      this.why = { ...ruling, cell };
      announce(`Not ${cell}: ${ruling.text}. Case ${ruling.case}.`);
    } catch {
      this.why = null;
    }
  }

  /** The text of the chosen subject's action, aimed at another cell. */
  private triedText(cell: string): string | null {
    const like = this.actions.find((item) => item.reading.target);
    if (like) {
      const verb = this.verbs.get(like.verb);
      const { units, cells, words } = like.reading;
      return verb ? writeAction(verb, { units, cells: [...cells.slice(0, -1), cell], words }) : null;
    }
    const unit = this.selected && this.units.has(this.selected) ? this.selected : null;
    if (!unit) return null;
    for (const name of this.asked?.verbs ?? []) {
      const verb = this.verbs.get(name);
      const text = verb?.shape.includes('CELL') ? writeAction(verb, { units: [unit], cells: [cell] }) : null;
      if (text) return text;
    }
    return null;
  }

  // -- attacks --

  private async startPlan(like: Item, target: string): Promise<void> {
    const verb = this.verbs.get(like.verb);
    if (!verb) return;
    try {
      const all = await this.actionsOf(null);
      let ways = all.filter((item) => item.verb === verb.name && item.reading.target === target);
      if (!ways.length) ways = this.targets.get(target) ?? [];
      const candidates = [...new Set(ways.flatMap((item) => item.reading.units))];
      const chosen = ways.find((item) => item.reading.units[0] === this.selected) ?? like;
      this.plan = { verb, target, candidates, units: chosen.reading.units, ways, text: chosen.text, refusal: null };
      this.panel = 'choices';
      announce(`Attack on ${target} by ${chosen.reading.units.join(', ')}.`);
      void this.showOdds(chosen.text);
    } catch (problem) {
      this.complain(problem);
    }
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
    const exact = plan.ways.find((way) => sameSet(way.reading.units, wanted));
    if (exact) return this.planWay(exact);
    if (!joins) {
      this.plan = { ...plan, units: wanted, text: null, refusal: null };
      this.odds = null;
      return;
    }
    // They cannot go together: the unit's own attack takes the place, and the referee says why.
    const own = plan.ways
      .filter((way) => way.reading.units.includes(unit))
      .sort((a, b) => shared(b.reading.units, wanted) - shared(a.reading.units, wanted))[0];
    if (own) this.planWay(own);
    void this.explain(plan.verb, wanted, plan.target);
  }

  planWay(way: Item): void {
    if (!this.plan) return;
    this.plan = { ...this.plan, units: way.reading.units, text: way.text, refusal: null };
    void this.showOdds(way.text);
  }

  private async explain(verb: Verb, units: string[], target: string): Promise<void> {
    const text = writeAction(verb, { units, cells: [target] });
    const { live, asked } = this;
    if (!text || !live || !asked) return;
    try {
      const refusal = await this.api.check(text, live.number, asked.side);
      if (this.plan && !refusal.allowed) this.plan = { ...this.plan, refusal };
    } catch {
      // Only the explanation is missing.
    }
  }

  async showOdds(text: string): Promise<void> {
    const { live, asked } = this;
    if (!live || !asked) return;
    this.previewing?.abort();
    this.previewing = new AbortController();
    this.odds = { text, answer: null, problem: '' };
    try {
      const answer = await this.api.preview(text, live.number, asked.side, this.previewing.signal);
      if (this.odds.text === text) this.odds = { text, answer, problem: '' };
    } catch (problem) {
      if (problem instanceof server.Refusal && this.odds.text === text) {
        this.odds = { text, answer: null, problem: problem.message };
      }
    }
  }

  // -- doing --

  /** Acts, after a question where much would be given up. */
  async propose(item: Item): Promise<void> {
    const waiting = this.subjects
      .filter((subject) => subject.kind === 'unit')
      .flatMap((subject) => this.units.get(subject.name) ?? []);
    if (settings.warn && item.verb === 'end' && waiting.length) {
      this.confirm = { item, waiting, events: null };
      const { live, asked } = this;
      if (!live || !asked) return;
      try {
        const answer = await this.api.preview(item.text, live.number, asked.side);
        if (this.confirm?.item === item) this.confirm = { ...this.confirm, events: answer.certain };
      } catch {
        if (this.confirm?.item === item) this.confirm = { item, waiting, events: [] };
      }
      return;
    }
    await this.act(item.text);
  }

  async act(text: string): Promise<boolean> {
    const { live, asked } = this;
    if (!live || this.busy) return false;
    if (!asked) {
      toast('It is not yours to decide now.', 'refused');
      return false;
    }
    this.busy = true;
    try {
      const answer = await this.api.act(text, live, asked.side);
      const told = answer.events.map((event) => event.text);
      if (told.length) announce(told.slice(0, 4).join(' '));
      if (answer.state) {
        this.take(answer.state);
        await Promise.all([this.fetchSubjects(), this.fetchLog()]);
      } else {
        await this.refresh();
      }
      return true;
    } catch (problem) {
      this.complain(problem);
      if (problem instanceof server.Refusal && problem.status === 409) await this.refresh();
      return false;
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    if (!this.live) return;
    const side = this.live.table ? null : (this.live.mine[0] ?? null);
    try {
      const answer = await this.api.undo(this.live.number, side);
      if (!answer.done) toast(`${answer.needs.map(this.sideName).join(' and ')} must agree to take that back.`);
      await this.refresh();
      if (answer.done) announce('Taken back.');
    } catch (problem) {
      this.complain(problem);
    }
  }

  async agreeUndo(agree: boolean): Promise<void> {
    try {
      await this.api.agreeUndo(agree);
      await this.refresh();
    } catch (problem) {
      this.complain(problem);
    }
  }

  async resign(): Promise<void> {
    const side = this.asked?.side ?? this.live?.mine[0] ?? null;
    try {
      await this.api.resign(side);
      await this.refresh();
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** The next or previous unit that can act, for the keyboard. */
  async step(by: number): Promise<void> {
    const able = this.subjects.filter((subject) => subject.kind !== 'button');
    if (!able.length) return;
    const index = able.findIndex((subject) => subject.name === this.selected);
    const next = able[(index < 0 ? (by > 0 ? 0 : able.length - 1) : index + by + able.length) % able.length];
    if (!next) return;
    await this.choose(next.name);
    this.focusCell = next.cell ?? this.focusCell;
  }
}

function sameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

function shared(a: string[], b: string[]): number {
  return a.filter((id) => b.includes(id)).length;
}
