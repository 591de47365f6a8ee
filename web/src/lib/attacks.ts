/** Who can attack a cell, alone or together. The ways come from the server; nothing here knows a rule. */
import type { ActionItem } from './api';

/** Everybody who takes part in one of some ways, each once. */
export const candidatesOf = (ways: ActionItem[]): string[] => [...new Set(ways.flatMap((way) => way.units))];

/** Ways that together are made by as many of the wanted units as can be: no unit twice, the largest first. */
export function cover(ways: ActionItem[], wanted: string[]): ActionItem[] {
  const left = new Set(wanted);
  const found: ActionItem[] = [];
  for (const way of [...ways].sort((a, b) => b.units.length - a.units.length)) {
    if (!way.units.length || !way.units.every((unit) => left.has(unit))) continue;
    found.push(way);
    for (const unit of way.units) left.delete(unit);
  }
  return found;
}

/** Whether no two units go together, so that a player chooses one of them. */
export const excludeEachOther = (ways: ActionItem[]): boolean => ways.length > 1 && ways.every((way) => way.units.length <= 1);

export const sameSet = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

const shared = (a: string[], b: string[]): number => a.filter((one) => b.includes(one)).length;

/** The way of exactly these units. */
export const wayOf = (ways: ActionItem[], units: string[]): ActionItem | undefined => ways.find((way) => sameSet(way.units, units));

/** The way of a unit that is most like what was wanted. */
export function nearest(ways: ActionItem[], unit: string, wanted: string[]): ActionItem | undefined {
  return ways.filter((way) => way.units.includes(unit)).sort((a, b) => shared(b.units, wanted) - shared(a.units, wanted))[0];
}
