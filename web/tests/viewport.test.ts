import { describe, expect, it } from 'vitest';
import { beside, CellFinder, clamped, firstView, fit, inSight, LEGIBLE, resized, showing, thickest, toBoard, zoomed } from '../src/lib/viewport';

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
    expect(clamped({ ...near, x: 5000, y: -5000 }, board, room)).toEqual({ scale: 1, x: 170, y: -570 });
    const small = clamped({ scale: 0.2, x: 5000, y: -5000 }, board, room);
    expect(small).toEqual({ scale: 0.2, x: 400, y: 0 });
    // Moved by the page, it leaves no broad band of desk on one side.
    expect(clamped({ scale: 0.2, x: 5000, y: -5000 }, board, room, 24)).toEqual({ scale: 0.2, x: 200, y: 200 });
  });
  it('fills a window that has grown, and stays where it is for a longer prompt', () => {
    const corner = { scale: 1, x: -1200, y: -400 };
    const larger = { width: 1400, height: 900 };
    expect(resized(corner, board, room, larger)).toEqual({ scale: 1, x: -624, y: -124 });
    expect(resized({ ...corner, x: -600 }, board, room, larger).x).toBe(-300);
    expect(resized(corner, board, room, { width: 800, height: 560 })).toEqual(corner);
  });
});

describe('what is looked at', () => {
  const scattered = [{ x: 100, y: 100 }, { x: 1900, y: 900 }, { x: 1850, y: 880 }, { x: 1800, y: 900 }];
  it('begins so near that counters can be read, where most of the own units are', () => {
    const view = firstView([...scattered, { x: 10, y: 990 }], scattered, board, room);
    expect(view.scale).toBe(LEGIBLE);
    expect(inSight(scattered.slice(1), view, room)).toHaveLength(3);
  });
  it('shows everything where that can be read', () => {
    const close = [{ x: 1000, y: 400 }, { x: 1200, y: 500 }];
    const view = firstView(close, [], board, room);
    expect(view.scale).toBeGreaterThan(LEGIBLE);
    expect(inSight(close, view, room)).toHaveLength(2);
  });
  it('goes to what is asked about without coming nearer', () => {
    const away = { scale: 1, x: 0, y: 0 };
    const pair = [{ x: 1500, y: 700 }, { x: 1600, y: 800 }];
    expect(inSight(pair, away, room)).toHaveLength(0);
    const there = showing(pair, away, board, room);
    expect(there.scale).toBe(1);
    expect(inSight(pair, there, room)).toHaveLength(2);
    expect(showing(scattered, away, board, room).scale).toBe(1);
  });
  it('finds the thick of it', () => {
    expect(thickest(scattered)).toEqual({ x: 1850, y: 880 });
    expect(thickest([])).toBeNull();
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
