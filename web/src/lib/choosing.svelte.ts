/**
 * What can act, what is chosen, where it can go and why not elsewhere.
 *
 * It knows no game. Subjects, and actions with their parts, come from the server.
 */
import * as server from './api';
import type { ActionItem, ActionParts, Now, Overlay, PreviewAnswer, Prospect, Ruling, Subject, Target } from './api';
import { capital } from './counters';
import { announce, dismissRefusals, toast } from './announce.svelte';
import { settings } from './settings.svelte';
import { Watching } from './watching.svelte';
import { inWords } from './words';

export type Item = ActionItem;

export interface Odds {
  text: string;
  answer: PreviewAnswer | null;
  problem: string;
}

/** Up to this many actions of a subject are offered as a menu where it stands. */
const MENU = 12;

export abstract class Choosing extends Watching {
  subjects = $state.raw<Subject[]>([]);
  /** The revision for which everything is known that the page shows by itself. */
  settled = $state(-1);
  selected = $state<string | null>(null);
  /** Whether the page has chosen it, because nothing else could be. */
  byItself = $state(false);
  actions = $state.raw<Item[]>([]);
  menu = $state.raw<{ cell: string; items: Item[] } | null>(null);
  odds = $state.raw<Odds | null>(null);
  /** How often odds were asked for. */
  weighings = $state(0);
  why = $state.raw<(Ruling & { cell: string }) | null>(null);
  /** Why the phase may not be ended yet, and a unit that could put it right. */
  blocked = $state.raw<(Ruling & { unit: string | null }) | null>(null);
  /** The cells through which the chosen unit would go to the one that is pointed at. */
  way = $state.raw<string[]>([]);
  /** Lines and areas on which the rules of the open decision turn. */
  lines = $state.raw<Overlay[]>([]);
  /** The cells that can be attacked, or entered after an attack, whoever does it. */
  aims = $state.raw<Map<string, Target>>(new Map());
  /** What the chosen unit could attack from the cell that is pointed at. */
  prospects = $state.raw<{ cell: string; targets: Prospect[] } | null>(null);
  inspected = $state.raw<{ unit: string; answer: server.WhyAnswer | null } | null>(null);

  /** Units and cells that can act now; nothing while an earlier position is looked at. */
  ready = $derived(new Set(this.past ? [] : this.subjects.filter(isOnMap).map((s) => s.name)));
  buttons = $derived(this.past ? [] : this.subjects.filter((s) => !isOnMap(s)));
  /** Actions of what is chosen that need no place on the map. */
  plain = $derived(this.actions.filter((item) => !item.target));
  targets = $derived.by(() => {
    const found = new Map<string, Item[]>();
    for (const item of this.actions) {
      if (!item.target) continue;
      // An attack on several cells at once is aimed at by each of them.
      const several = this.verbs.get(item.verb)?.assembles && item.cells.length > 1;
      for (const place of several ? item.cells : [item.target]) {
        const there = found.get(place);
        if (there) there.push(item);
        else found.set(place, [item]);
      }
    }
    return found;
  });

  /** The odds of the action that is being played, as they were shown before. */
  protected declared: PreviewAnswer | null = null;
  /** Actions by subject, for one revision of the match. */
  private known = new Map<string, Item[]>();
  private knownAt = -1;
  private checking: AbortController | null = null;
  private previewing: AbortController | null = null;
  private tracing: AbortController | null = null;
  private looking: AbortController | null = null;
  /** Prospects by action, for one revision of the match. */
  private foreseen = new Map<string, Prospect[]>();
  private foreseenAt = -1;

  abstract propose(item: Item): Promise<void>;
  protected abstract startPlan(ways: Item[], target: string): void;
  /** Where those who take part in a fight are named, the panel is open at once. */
  protected abstract gather(): void;
  /** Whether a click on a cell belongs to something in the making (an attack, a way with stops). */
  protected abstract take_up(cell: string): boolean;

  protected takeChoices(now: Now): void {
    this.subjects = now.subjects;
    this.lines = now.lines;
    this.aims = new Map(now.aims.map((one) => [one.cell, one]));
    const cell = now.blocked?.cells[0] ?? null;
    // Whoever can put it right: named by the referee, or in the cell that he names.
    const there = (cell ? (this.stacks.get(cell) ?? []) : []).map((one) => one.id);
    const unit = [...(now.blocked?.units ?? []), ...there].find((id) => this.ready.has(id)) ?? null;
    this.blocked = now.blocked ? { ...now.blocked, unit } : null;
    if (now.chosen) {
      // Where only one thing can be chosen, it is; and whoever was moving goes on.
      this.keep(now.chosen.subject, now.chosen.actions);
      this.showChosen(now.chosen.subject, now.chosen.actions);
    }
    this.gather();
    const resolving = this.subjects.find((one) => one.kind === 'button' && this.weighs(one.name));
    if (resolving) this.showResolving(resolving.name);
    this.settled = now.state.revision;
  }

  /** Whether a cell holds somebody whom an attack would hit. */
  isHostile(cell: string): boolean {
    return this.stacks.get(cell)?.some((unit) => unit.side !== this.asked?.side) ?? false;
  }

  /** The odds of what was declared: the declaration has shown them already, unless it was made elsewhere. */
  private showResolving(text: string): void {
    const answer = this.declared;
    this.declared = null;
    if (!answer) return void this.showOdds(text);
    this.odds = { text, answer, problem: '' };
    this.weighings += 1;
  }

  private showChosen(name: string, items: Item[]): void {
    const subject = this.subjects.find((one) => one.name === name);
    if (!subject || this.past) return;
    this.clearChoice();
    this.selected = name;
    this.byItself = true;
    this.actions = items;
    this.offer(subject, items, this.targets.size);
  }

  /** Whether the odds of a verb are shown before it is done. */
  weighs(verb: string): boolean {
    return Boolean(this.verbs.get(verb)?.resolves || (settings.weigh && this.live?.hints.weigh?.includes(verb)));
  }

  clearChoice(): void {
    dismissRefusals();
    this.selected = null;
    this.actions = [];
    this.menu = null;
    this.odds = null;
    this.why = null;
    this.inspected = null;
    this.marked = [];
    this.way = [];
    this.prospects = null;
    this.looking?.abort();
    this.previewing?.abort();
    this.checking?.abort();
    this.tracing?.abort();
  }

  /** The actions of a subject; asked of the server once for each position. */
  async actionsOf(subject: string | null): Promise<Item[]> {
    const { asked, live } = this;
    if (!asked || !live) return [];
    const known = this.knownAt === live.revision ? this.known.get(subject ?? '') : undefined;
    if (known) return known;
    const { actions, more } = await this.api.actions(subject, asked.seat);
    if (this.live?.revision === live.revision && !more) this.keep(subject ?? '', actions);
    return actions;
  }

  /** What a subject can do. Where units act together all actions are asked for at once: their lists are parts of each other. */
  private async offersOf(subject: Subject): Promise<Item[]> {
    const together = this.asked?.verbs.some((name) => this.verbs.get(name)?.assembles);
    if (!together || subject.kind === 'button') return this.actionsOf(subject.name);
    // An attack on several cells at once is among the ways of each of them.
    const aimed = new Map([...this.aims.values()].flatMap((one) => one.ways).map((way) => [way.text, way]));
    const all = aimed.size ? [...aimed.values()] : await this.actionsOf(null);
    const own = all.filter((item) => (subject.kind === 'unit' ? item.units.includes(subject.name) : item.target === subject.name));
    return (aimed.size || this.known.has('')) && own.length ? own : this.actionsOf(subject.name);
  }

  private keep(subject: string, actions: Item[]): void {
    if (this.knownAt !== this.live?.revision) this.known.clear();
    this.knownAt = this.live?.revision ?? -1;
    this.known.set(subject, actions);
  }

  async choose(name: string): Promise<void> {
    const subject = this.subjects.find((one) => one.name === name);
    if (!subject || this.past) return;
    const { live } = this;
    this.clearChoice();
    this.selected = name;
    this.byItself = false;
    try {
      const items = await this.offersOf(subject);
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
      announce(`${subject.label || name}: ${there ? `${there} places to choose from` : `${items.length} choices`}.`);
      this.offer(subject, items, there);
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Where one of several must be named, and it can do one thing only, the click is the answer. */
  private async chooseOnly(name: string): Promise<void> {
    await this.choose(name);
    const only = this.actions.length === 1 ? this.actions[0] : undefined;
    if (this.selected !== name || !only || (only.target ?? name) !== name || this.buttons.length || this.weighs(only.verb)) return;
    this.menu = null;
    await this.propose(only);
  }

  /** What needs no second click on the map is offered where the subject is. */
  private offer(subject: Subject, items: Item[], places: number): void {
    const at = subject.cell ?? (subject.kind === 'cell' ? subject.name : null);
    // What the page has chosen itself is answered in the prompt: a menu would lie on the cell, or on the dice it is about.
    if (at && !this.byItself && items.length <= MENU && (subject.kind === 'cell' || !places)) this.menu = { cell: at, items };
    const only = items.length === 1 ? items[0] : undefined;
    if (only && this.weighs(only.verb)) void this.showOdds(only.text);
  }

  /** What the chosen subject can do besides going somewhere, as a menu where it stands. */
  showPlain(): void {
    const subject = this.subjects.find((one) => one.name === this.selected);
    const at = subject?.cell ?? null;
    if (at) this.menu = { cell: at, items: this.plain };
  }

  /** What the game would have a button say in this decision; nothing if the name will do. */
  wordsOn(name: string): string {
    const { buttons = {} } = this.hints ?? {};
    return buttons[`${this.asked?.kind ?? ''} ${name}`] ?? buttons[name] ?? '';
  }

  /** An action in a player's words. */
  say = (item: Pick<Item, 'text' | 'verb' | 'words'>): string => inWords(item, { on: (name) => this.wordsOn(name), verb: (name) => this.verbs.get(name)?.label ?? '' });

  /** A verb before its target: "Attack 2214". */
  against = (verb: string): string => this.wordsOn(verb) || this.verbs.get(verb)?.label || capital(verb);

  /** What the button that ends a question says: where one of several was asked for, one is done with it; else a step ends. */
  readonly endWords = $derived.by(() => {
    const { asked } = this;
    const own = asked ? this.wordsOn('end') || this.verbs.get('end')?.label : '';
    return own || (asked && !asked.question.endsWith('?') ? `End ${asked.kind.replaceAll('-', ' ')}` : 'Done');
  });

  /** A button of the prompt: acts if it can mean one thing only, else shows its places. */
  async press(subject: Subject): Promise<void> {
    const verb = this.verbs.get(subject.name);
    if (subject.kind === 'button' && verb?.shape === '') {
      // The verb alone is the action.
      const { name, case: cite } = verb;
      await this.propose({ text: name, verb: name, units: [], cells: [], words: [], target: null, way: [], cost: '', amount: null, case: cite });
      return;
    }
    try {
      const items = await this.actionsOf(subject.name);
      const only = items.length === 1 ? items[0] : undefined;
      if (only && !only.target) await this.propose(only);
      else await this.choose(subject.name);
    } catch (problem) {
      this.complain(problem);
    }
  }

  async clickCell(id: string): Promise<void> {
    this.why = null;
    if (this.past || this.take_up(id)) return;
    const items = this.leadsTo(id);
    if (items) {
      this.menu = null;
      const first = items[0];
      const guns = first && this.hints?.fired.includes(first.verb) && this.aims.has(id);
      if (first && (this.verbs.get(first.verb)?.assembles || guns) && items.every((item) => item.verb === first.verb)) {
        this.startPlan(this.aims.get(id)?.ways ?? (await this.waysAt(first.verb, id)), id);
      } else if (first && items.length === 1) {
        await this.propose(first);
      } else {
        this.menu = { cell: id, items };
        announce(`${items.length} actions at ${id}: choose one.`);
      }
    } else {
      await this.clickFirst(id);
    }
  }

  /** A click on a cell to which nobody who is chosen can go. */
  private async clickFirst(id: string): Promise<void> {
    const aim = this.aims.get(id);
    if (aim) return this.aimAt(aim);
    const cellSubject = this.subjects.find((one) => one.kind === 'cell' && one.name === id);
    if (cellSubject) await this.chooseOnly(cellSubject.name);
    else await this.clickStack(id);
  }

  /**
   * What a click on a cell would do for whoever is chosen. Who has just moved is chosen still, but nobody has said so:
   * a click on another unit that can act is meant for that one.
   */
  leadsTo(cell: string): Item[] | undefined {
    const others = this.byItself && (this.stacks.get(cell) ?? []).some((unit) => unit.id !== this.selected && this.ready.has(unit.id));
    return others ? undefined : this.targets.get(cell);
  }

  /** A click on a target before anybody was chosen for it. */
  async aimAt(aim: Target): Promise<void> {
    const only = aim.ways.length === 1 ? aim.ways[0] : undefined;
    this.clearChoice();
    const guns = aim.ways.some((way) => this.hints?.fired.includes(way.verb));
    if (guns || (this.isHostile(aim.cell) && aim.ways.some((way) => way.units.length))) {
      this.startPlan(aim.ways, aim.cell);
    } else if (only) {
      await this.propose(only);
    } else {
      this.menu = { cell: aim.cell, items: aim.ways };
      announce(`${aim.ways.length} actions at ${aim.cell}: choose one.`);
    }
  }

  private async waysAt(verb: string, target: string): Promise<Item[]> {
    const found = (await this.actionsOf(null)).filter((item) => item.verb === verb && item.target === target);
    return found.length ? found : (this.targets.get(target) ?? []);
  }

  /** A click on units that are no target: choose the next of them that can act, or say why not. */
  private async clickStack(id: string): Promise<void> {
    // The one on top, which one sees, comes first; then those below it, in the order of the card.
    const able = (this.stacks.get(id) ?? []).filter((unit) => this.ready.has(unit.id)).reverse();
    if (able.length === 1 && able[0]?.id === this.selected && this.plain.length) {
      this.byItself = false;
      this.showPlain();
      return;
    }
    const next = able.findIndex((unit) => unit.id === this.selected) + 1;
    const chosen = able[next % Math.max(1, able.length)];
    if (chosen) {
      await (able.length === 1 ? this.chooseOnly(chosen.id) : this.choose(chosen.id));
    } else if (this.selected && !this.stacks.has(id)) {
      await this.askWhyNot(id);
    } else {
      const top = this.stacks.get(id)?.at(-1);
      if (this.selected) await this.askWhyNot(id);
      if (top) await this.inspect(top.id);
    }
  }

  /** What a unit is, and why it cannot act. */
  async inspect(id: string): Promise<void> {
    this.inspected = { unit: id, answer: null };
    const unit = this.units.get(id);
    if (unit?.cell) this.focusCell = unit.cell;
    if (!this.asked || this.past || !this.isMine(unit?.side ?? null)) return;
    try {
      const answer = await this.api.why(id, this.asked.seat);
      if (this.inspected?.unit === id) this.inspected = { unit: id, answer };
    } catch {
      // The card is useful without the reasons.
    }
  }

  async askWhyNot(cell: string): Promise<void> {
    const tried = this.aimedAt(cell);
    const { live, asked } = this;
    if (!tried || !live || !asked) return;
    this.checking?.abort();
    this.checking = new AbortController();
    try {
      const ruling = await this.api.check(tried, live.number, asked.seat, this.checking.signal);
      if (this.live?.revision !== live.revision || ruling.allowed) return;
      this.why = { ...ruling, cell };
      announce(`Not ${cell}: ${ruling.text}. Case ${ruling.case}.`);
    } catch {
      this.why = null;
    }
  }

  /** The chosen subject's action, aimed at another cell. */
  private aimedAt(cell: string): ActionParts | null {
    const like = this.actions.find((item) => item.target && item.cells.length);
    if (like) return { verb: like.verb, units: like.units, cells: [...like.cells.slice(0, -1), cell], words: like.words };
    const unit = this.selected && this.units.has(this.selected) ? this.selected : null;
    const verb = (this.asked?.verbs ?? []).find((name) => this.verbs.get(name)?.aims);
    return unit && verb ? { verb, units: [unit], cells: [cell], words: [] } : null;
  }

  /** Works out what would follow; the newest question counts. */
  async showOdds(...texts: string[]): Promise<void> {
    if (!this.live || !this.asked) return;
    this.weighings += 1;
    await this.askOdds(texts);
  }

  private async askOdds(texts: string[], tries = 10): Promise<void> {
    const { live, asked } = this;
    const text = texts.join('; ');
    if (!live || !asked) return;
    this.previewing?.abort();
    this.previewing = new AbortController();
    this.odds = { text, answer: null, problem: '' };
    try {
      const { signal } = this.previewing;
      const answer = await this.api.preview(texts, live.number, asked.seat, signal, true);
      if (this.odds.text !== text) return;
      this.odds = { text, answer, problem: '' };
      if (answer.later) void this.sumUp(texts, signal);
    } catch (problem) {
      if (!(problem instanceof server.Refusal) || this.odds?.text !== text) return;
      if (problem.kind === 'busy' && tries > 0) {
        // Odds that are no longer wanted are still being worked out.
        await new Promise((done) => setTimeout(done, 400));
        if (this.odds?.text === text && !this.odds.answer && this.live?.revision === live.revision) await this.askOdds(texts, tries - 1);
        return;
      }
      this.odds = { text, answer: null, problem: problem.message };
    }
  }

  /** The odds stand already; what they come to takes longer. */
  private async sumUp(texts: string[], signal: AbortSignal): Promise<void> {
    const { live, asked } = this;
    const text = texts.join('; ');
    if (!live || !asked) return;
    try {
      const answer = await this.api.preview(texts, live.number, asked.seat, signal);
      if (this.odds?.text === text && !signal.aborted) this.odds = { text, answer, problem: '' };
    } catch {
      // The odds are useful without it.
      if (this.odds?.answer && this.odds.text === text) this.odds = { ...this.odds, answer: { ...this.odds.answer, later: false } };
    }
  }

  /** Draws the way that the chosen unit would take to a cell, after some other actions. */
  async showWay(cell: string | null, before: Item[] = []): Promise<void> {
    this.tracing?.abort();
    this.way = [];
    const item = cell ? this.targets.get(cell)?.[0] : undefined;
    const from = before.at(-1)?.target ?? this.units.get(this.selected ?? '')?.cell;
    const { live, asked } = this;
    if (!item || !from || !live || !asked || item.units.length !== 1 || this.weighs(item.verb)) return;
    if (item.way.length) {
      this.way = [from, ...item.way];
      return;
    }
    const tracing = new AbortController();
    this.tracing = tracing;
    try {
      const texts = [...before, item].map((one) => one.text);
      const { certain } = await this.api.preview(texts, live.number, asked.seat, tracing.signal);
      const path = certain.findLast((event) => Array.isArray(event.data['path']))?.data['path'];
      if (!tracing.signal.aborted && Array.isArray(path)) this.way = [from, ...path.map(String)];
    } catch {
      // The map is useful without the line.
    }
  }

  /** Whether a cell lies beside enemies: only from there an attack can come. */
  private meetsEnemies(cell: string): boolean {
    return (this.cells.get(cell)?.around ?? []).some((id) => id !== null && this.isHostile(id));
  }

  /** Finds out what the chosen unit could attack from a cell, and at which odds. */
  async showProspects(cell: string | null): Promise<void> {
    this.looking?.abort();
    this.prospects = null;
    const item = cell ? this.targets.get(cell)?.[0] : undefined;
    const { live, asked } = this;
    if (!cell || !item || !live || !asked || item.units.length !== 1 || this.isHostile(cell) || this.weighs(item.verb)) return;
    if (this.asked?.verbs.some((verb) => this.hints?.aimed.includes(verb)) || !this.meetsEnemies(cell)) return;
    if (this.foreseenAt !== live.revision) this.foreseen.clear();
    this.foreseenAt = live.revision;
    const looking = new AbortController();
    this.looking = looking;
    try {
      const known = this.foreseen.get(item.text);
      const targets = known ?? (await this.api.prospects(item.text, live.number, asked.seat, looking.signal)).targets;
      this.foreseen.set(item.text, targets);
      if (looking.signal.aborted) return;
      this.prospects = { cell, targets };
      if (targets.length) announce(`From ${cell} you could attack ${targets.map((one) => `${one.cell}${one.best ? ` at ${one.best}` : ''}`).join(', ')}.`);
    } catch {
      // The move can be made without knowing.
    }
  }

  /** The next or previous unit that can act, for the keyboard. */
  async step(by: number): Promise<void> {
    const able = this.subjects.filter(isOnMap);
    if (!able.length) return;
    const index = able.findIndex((subject) => subject.name === this.selected);
    const next = able[(index < 0 ? (by > 0 ? 0 : able.length - 1) : index + by + able.length) % able.length];
    if (!next) return;
    await this.choose(next.name);
    this.focusCell = next.cell ?? this.focusCell;
  }
}

export function isOnMap(subject: Subject): boolean {
  return subject.kind === 'unit' || subject.kind === 'cell';
}
