/** Small helpers of the counters' drawing: inks, edges, sizes of letters. */
import type { Covered, Hints, Seat, Unit } from './api';

const UNKNOWN = 'Unknown unit';
/** What the viewer cannot identify lies at the bottom of a stack. */
const LOWEST = -99;

/**
 * Covered counters in the form of units, so that stacks and lists can show them. Their ids are places in a cell
 * and follow nobody.
 */
export function unknownUnits(covered: Covered[]): Unit[] {
  const here = new Map<string, number>();
  return covered.map((one) => {
    const place = one.cell ?? one.box ?? '';
    const number = here.get(place) ?? 0;
    here.set(place, number + 1);
    return { ...one, id: `?${place}/${number}`, name: UNKNOWN, factors: '', layer: LOWEST, formation: [], steps: 1, full: 1, status: [], state: {}, covered: true };
  });
}

function channels(colour: string): [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1] ?? 'cfc6ae';
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

function mix(colour: string, other: number, share: number): string {
  const mixed = channels(colour).map((value) => Math.round(value + (other - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const edgeOf = (colour: string): string => mix(colour, 0, 0.4);
export const lighter = (colour: string, share: number): string => mix(colour, 255, share);

/** Black or white ink, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  const [red, green, blue] = channels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 120 ? '#1d1a16' : '#ffffff';
}

const SIZES: Record<string, string> = {
  'army-group': 'XXXXX', army: 'XXXX', corps: 'XXX', division: 'XX', brigade: 'X', regiment: 'III',
  battalion: 'II', company: 'I', battery: 'I', squadron: 'I', platoon: '•••', section: '••', squad: '•',
};

export const sizeMark = (size: string): string => SIZES[size.trim().toLowerCase()] ?? size.trim();

/** The size of letters at which a bold line fits into so much room. */
export function lineSize(text: string, size: number, room: number): number {
  const wide = text.length * size * 0.62;
  return wide > room ? Math.max(3.6, (size * room) / wide) : size;
}

/** How far each counter of a stack is moved from the cell's centre, bottom one first. */
export function fan(count: number): [number, number][] {
  const step = Math.min(4.5, 15 / Math.max(1, count - 1));
  const middle = (count - 1) / 2;
  return Array.from({ length: count }, (_, index) => [(index - middle) * step, (index - middle) * step]);
}

/** Where a unit faces, in degrees clockwise from north, as the game's hint tells it; null if nowhere. */
export function facingOf(unit: Unit, hint: Hints['facing']): number | null {
  const value = hint ? unit.state[hint.field] : null;
  return hint && typeof value === 'number' && value >= 0 ? (value * 360) / hint.turns : null;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A seat and who sits there, in a few words. */
export const sitting = (seat: Seat): string =>
  `${seat.name}: ${seat.kind === 'bot' ? `bot, ${seat.level}` : seat.kind === 'open' && !seat.taken ? 'open seat' : seat.player || 'player'}`;

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A unit's numbers as they are printed: what follows a ^ is raised. */
export const plainFactors = (unit: Pick<Unit, 'factors'>): string =>
  unit.factors.replace(/\^(\d+)/g, (_, digits: string) => [...digits].map((digit) => RAISED.charAt(Number(digit))).join(''));

/** Where a unit is that is not on the map, in words. */
export const boxOf = (unit: Pick<Unit, 'box'>): string => (unit.box ?? '').replaceAll('-', ' ');

/** What is the matter with a unit, in words. */
export const statusOf = (unit: Unit, hints?: Hints): string[] =>
  unit.status.map((word) => hints?.statuses[word] ?? word);

/** A unit in one line of words, for lists and for ears. */
export function describe(unit: Unit, named = true, hints?: Hints): string {
  if (unit.covered) return [UNKNOWN, capital(unit.nation), unit.size, unit.symbol, unit.label].filter(Boolean).join(', ');
  const numbers = plainFactors(unit);
  const factors = numbers && hints?.factors ? `${numbers} (${hints?.factors})` : numbers;
  const parts = [named ? unit.name || unit.label || unit.id : unit.id, capital(unit.nation), unit.size, unit.symbol, factors];
  if (unit.full > 1) parts.push(`${unit.steps} of ${unit.full} steps`);
  return [...parts, ...unit.formation, ...statusOf(unit, hints)].filter(Boolean).join(', ');
}
