import { expect, it } from 'vitest';
import type { GameEvent, LogEntry, TableFile } from '../src/lib/api';
import { cellKey, gridOf, litIn } from '../src/lib/grids';

const file: TableFile = {
  name: 'crt.csv', columns: ['odds', 'die', 'attacker', 'defender'], sources: [], kinds: {}, owner: '', owned: [],
  rows: [['1-1', '1', 'A1', ''], ['1-1', '2', '', 'D1'], ['2-1', '1', '', 'D1'], ['2-1', '2', '', 'DR']],
};
const event = (data: Record<string, unknown>, total: number | null = null): GameEvent => ({
  kind: 'x', text: '', cites: [], data, cells: [], units: [], dice: [], total, result: false, terms: {}, sums: [],
});
const entry = (...events: GameEvent[]): LogEntry => ({ number: 1, seat: null, side: null, action: null, turn: 1, phase: '', by: '', reason: '', events });

it('makes a grid of a table of odds and dice, and of nothing else', () => {
  const grid = gridOf(file);
  expect(grid?.columns).toEqual(['1-1', '2-1']);
  expect(grid?.rows).toEqual(['1', '2']);
  expect(grid?.cells.get(cellKey('1-1', '2'))).toBe('D1');
  expect(gridOf({ ...file, columns: ['terrain', 'cost', 'note', 'x'] })).toBeNull();
});

it('lights the column of the odds that are shown, else the cell of the last fight', () => {
  const grid = gridOf(file);
  if (!grid) throw new Error('no grid');
  const fight = { odds: { odds: '2-1', column: 1, drm: 1 } };
  expect(litIn(grid, [event(fight)], [])).toEqual({ column: '2-1', row: '' });
  expect(litIn(grid, [], [entry(event(fight), event({}, 1))])).toEqual({ column: '2-1', row: '2' });
  expect(litIn(grid, [], [entry(event({}))])).toBeNull();
});
