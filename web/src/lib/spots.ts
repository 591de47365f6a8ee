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
