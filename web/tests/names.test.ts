import { expect, it } from 'vitest';
import { stepAside } from '../src/lib/names';

const box = (left: number, top: number, width = 40, height = 10) => ({ left, top, width, height });

it('leaves a name that no counter covers', () => {
  expect(stepAside([box(0, 0)], [box(100, 0)]).size).toBe(0);
});

it('shifts a covered name as little as can be, and clear of the others', () => {
  const counter = box(0, 0, 40, 40);
  const shift = stepAside([box(5, 34)], [counter]).get(0);
  expect(shift?.y).toBeGreaterThan(0);
  expect(shift?.y).toBeLessThan(12);
  const other = stepAside([box(5, 34), box(0, 39)], [counter]).get(0);
  expect(other).not.toEqual(shift);
});

it('keeps a name where it belongs if there is no room near it', () => {
  expect(stepAside([box(50, 50)], [box(0, 0, 200, 200)]).size).toBe(0);
});

it('shifts a name off a marker, too', () => {
  const marker = box(20, 0, 16, 16);
  const shift = stepAside([box(0, 4)], [], [marker]).get(0);
  expect(Math.hypot(shift?.x ?? 0, shift?.y ?? 0)).toBeGreaterThan(5);
});
