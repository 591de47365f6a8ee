import { describe, expect, it } from 'vitest';
import { beside, CellFinder, clamped, fit, toBoard, zoomed } from '../src/lib/viewport';

const board = { left: 0, top: 0, width: 2000, height: 1000 };
const room = { width: 800, height: 600 };

describe('the view of the map', () => {
  it('fits the whole map into the window, in its middle', () => {
    const view = fit(board, room);
    expect(view.scale).toBeCloseTo(776 / 2000);
    expect(toBoard(view, 400, 300).x).toBeCloseTo(1000);
    expect(toBoard(view, 400, 300).y).toBeCloseTo(500);
  });
  it('keeps what lies under the pointer there while it zooms', () => {
    const view = fit(board, room);
    const before = toBoard(view, 123, 456);
    const after = toBoard(zoomed(view, 1.7, 123, 456, 0.1), 123, 456);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it('cannot be lost by pulling', () => {
    const near = { scale: 1, x: 0, y: 0 };
    expect(clamped({ ...near, x: 5000, y: -5000 }, board, room)).toEqual({ scale: 1, x: 90, y: -490 });
    const small = clamped({ scale: 0.2, x: 5000, y: -5000 }, board, room);
    expect(small).toEqual({ scale: 0.2, x: 400, y: 0 });
  });
});

it('finds the cell under a point, and none off the map', () => {
  const finder = new CellFinder([{ id: 'A1', x: 32, y: 32 }, { id: 'B1', x: 96, y: 32 }]);
  expect(finder.at(40, 40)).toBe('A1');
  expect(finder.at(70, 10)).toBe('B1');
  expect(finder.at(300, 300)).toBeNull();
});

it('puts a card beside its place and inside the window', () => {
  expect(beside(100, 20, 260, 800)).toBe(120);
  expect(beside(700, 20, 260, 800)).toBe(420);
  expect(beside(200, 20, 260, 390)).toBe(124);
});
