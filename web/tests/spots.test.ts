import { expect, it } from 'vitest';
import { bestSpot } from '../src/lib/spots';

const window = { width: 900, height: 640 };
const size = { width: 330, height: 200 };
const lies = (spot: { x: number; y: number }, at: { x: number; y: number }): boolean =>
  at.x > spot.x && at.x < spot.x + size.width && at.y > spot.y && at.y < spot.y + size.height;

it('lies beside the fight and wholly inside the window', () => {
  const spot = bestSpot(window, size, { x: 300, y: 600 }, 30, [], []);
  expect(spot.x).toBe(360);
  expect(spot.y + size.height).toBeLessThanOrEqual(window.height);
});

it('goes elsewhere before it lies on what one may want to click', () => {
  const busy = [{ x: 120, y: 60 }, { x: 180, y: 120 }];
  const spot = bestSpot(window, size, null, 30, busy, []);
  expect(busy.some((one) => lies(spot, one))).toBe(false);
});

it('keeps clear of the overview and the tools', () => {
  const overview = { left: 730, top: 440, width: 170, height: 200 };
  const spot = bestSpot(window, size, { x: 600, y: 560 }, 30, [], [overview]);
  expect(spot.x + size.width <= overview.left || spot.y + size.height <= overview.top).toBe(true);
});
