/** Names on the map that step aside for the counters that lie there now, as far as there is room near what they name. */
import type { Box } from './viewport';


export interface Shift {
  x: number;
  y: number;
}

/** Farther a name would not be taken for that of its place any more. */
const FARTHEST = 34;
const STEP = 4;
/** As much of a name may be covered and it can still be read. */
const RIM = 1;

const touch = (a: Box, b: Box, rim: number): boolean =>
  a.left + rim < b.left + b.width && b.left + rim < a.left + a.width && a.top + rim < b.top + b.height && b.top + rim < a.top + a.height;

/** The ways a name can be shifted, the shortest first; up and down is better than along the line. */
const SHIFTS: Shift[] = (() => {
  const steps = Array.from({ length: (2 * FARTHEST) / STEP + 1 }, (_, number) => number * STEP - FARTHEST);
  const found = steps.flatMap((x) => steps.map((y) => ({ x, y })));
  return found.filter(({ x, y }) => Math.hypot(x, y) <= FARTHEST).sort((a, b) => Math.hypot(a.x * 1.1, a.y) - Math.hypot(b.x * 1.1, b.y));
})();

/** Where each name goes; nothing for one that stays: it is free, or there is no room. */
export function stepAside(names: Box[], counters: Box[], taken: Box[] = []): Map<number, Shift> {
  const found = new Map<number, Shift>();
  const now = [...names];
  for (const [number, box] of names.entries()) {
    if (![...counters, ...taken].some((one) => touch(box, one, RIM))) continue;
    const reach = { left: box.left - FARTHEST, top: box.top - FARTHEST, width: box.width + 2 * FARTHEST, height: box.height + 2 * FARTHEST };
    const near = [...counters, ...taken, ...now.filter((_, other) => other !== number)].filter((one) => touch(reach, one, 0));
    const shift = SHIFTS.find(({ x, y }) => {
      const there = { ...box, left: box.left + x, top: box.top + y };
      return !near.some((one) => touch(there, one, RIM));
    });
    if (!shift) continue;
    found.set(number, shift);
    now[number] = { ...box, left: box.left + shift.x, top: box.top + shift.y };
  }
  return found;
}
