/** Where a note may lie on the map: beside what it speaks of, and on as little as can be of what one may want to click. */
import type { Box } from './viewport';

interface Point {
  x: number;
  y: number;
}

const RIM = 20;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;

/** The best place for a note of some size in a window: `point` is what it speaks of, if that is in sight. */
export function bestSpot(
  window: { width: number; height: number },
  size: { width: number; height: number },
  point: Point | null,
  gap: number,
  busy: Point[],
  taken: Box[],
): Point {
  const { width, height } = size;
  const [right, bottom] = [window.width - width - 10, window.height - height - 10];
  const level = point ? Math.max(8, Math.min(point.y - height / 2, bottom)) : 0;
  const beside = point
    ? [{ x: point.x + gap * 2, y: level }, { x: point.x - gap * 2 - width, y: level }, { x: point.x - width / 2, y: point.y + gap * 1.5 }, { x: point.x - width / 2, y: point.y - gap * 1.5 - height }]
    : [];
  const middle = (window.width - width) / 2;
  const elsewhere = [{ x: 10, y: 10 }, { x: 10, y: bottom }, { x: right - 54, y: 10 }, { x: right, y: bottom }, { x: middle, y: bottom }, { x: middle, y: 10 }];
  let best = elsewhere[0] ?? { x: 10, y: 10 };
  let least = Infinity;
  for (const [number, one] of [...beside, ...elsewhere].entries()) {
    if (one.x < 8 || one.y < 8 || one.x > right + 2 || one.y > bottom + 2) continue;
    const box = { left: one.x, top: one.y, width, height };
    const under = busy.filter((at) => at.x > one.x - RIM && at.x < one.x + width + RIM && at.y > one.y - RIM && at.y < one.y + height + RIM).length;
    // Far from the fight is as bad as lying on one unit.
    const cost = under + 50 * taken.filter((other) => overlap(box, other)).length + (point && number >= beside.length ? 1 : 0);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

/** About the size of a bubble. */
const BUBBLE = { wide: 185, high: 58 };
/** Half of the widest one. */
const HALF = 150;

/** The style of a bubble above a cell, below it or beside it: inside the window, and where it hides least. */
export function bubbleStyle(window: { width: number; height: number }, point: Point, gap: number, things: (Point & { worth: number })[]): string {
  const { wide, high } = BUBBLE;
  const half = Math.min(HALF, window.width / 2);
  const middle = Math.min(Math.max(point.x, half), window.width - half);
  const [best] = [
    { x: middle - wide / 2, y: point.y - gap - high, style: `left: ${middle}px; top: ${point.y - gap}px; transform: translate(-50%, -100%)` },
    { x: middle - wide / 2, y: point.y + gap, style: `left: ${middle}px; top: ${point.y + gap}px; transform: translate(-50%, 0)` },
    { x: point.x - gap - wide, y: point.y - high / 2, style: `left: ${point.x - gap}px; top: ${point.y}px; transform: translate(-100%, -50%)` },
    { x: point.x + gap, y: point.y - high / 2, style: `left: ${point.x + gap}px; top: ${point.y}px; transform: translate(0, -50%)` },
  ].map((one) => {
    const outside = one.x < 0 || one.y < 0 || one.x + wide > window.width || one.y + high > window.height ? 100 : 0;
    const hidden = things.filter((other) => other.x > one.x - gap / 2 && other.x < one.x + wide + gap / 2 && other.y > one.y - gap / 2 && other.y < one.y + high + gap / 2);
    return { ...one, cost: hidden.reduce((sum, other) => sum + other.worth, outside) };
  }).sort((one, other) => one.cost - other.cost);
  return best?.style ?? '';
}
