import { expect, it } from 'vitest';
import { bestSpot, bubbleStyle } from '../src/lib/spots';

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

it('puts a bubble above its cell, inside the window, or where it hides less', () => {
  const top = (style: string): number => Number(/top: ([\d.-]+)px/.exec(style)?.[1]);
  const left = (style: string): number => Number(/left: ([\d.-]+)px/.exec(style)?.[1]);
  expect(top(bubbleStyle(window, { x: 400, y: 300 }, 30, []))).toBe(270);
  expect(top(bubbleStyle(window, { x: 400, y: 20 }, 30, []))).toBe(50);
  expect(left(bubbleStyle(window, { x: 10, y: 300 }, 30, []))).toBe(150);
  expect(top(bubbleStyle(window, { x: 400, y: 300 }, 30, [{ x: 400, y: 240, worth: 20 }]))).toBe(330);
});
