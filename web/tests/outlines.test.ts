import { expect, it } from 'vitest';
import type { Cell } from '../src/lib/api';
import { chain, edgeOf, rim } from '../src/lib/outlines';

const square = (id: string, x: number, around: string[]): Cell => ({
  id, x: x + 5, y: 5, points: [[x, 0], [x + 10, 0], [x + 10, 10], [x, 10]], terrain: '', features: [], name: '', around,
});
const [a, b] = [square('A1', 0, ['B1']), square('B1', 10, ['A1'])];

it('draws the rim of an area without the sides inside it', () => {
  expect(rim([a], 0).split('M').length - 1).toBe(4);
  expect(rim([a, b], 0).split('M').length - 1).toBe(6);
  expect(rim([a, b], 0)).not.toContain('M10.0 0.0L10.0 10.0');
  expect(rim([a], 2)).toContain('M0.0 2.0L10.0 2.0');
});

it('draws no rim along the edge of the map', () => {
  expect(rim([a], 0, edgeOf([a, b]))).toBe('M10.0 0.0L10.0 10.0');
  expect(rim([a, b], 0, edgeOf([a, b]))).toBe('');
});

it('draws a line from cell to cell', () => {
  expect(chain([a, b])).toBe('M5.0 5.0L15.0 5.0');
  expect(chain([a])).toBe('M-9.0 5.0L19.0 5.0');
});

it('makes no net of cells that lie together', () => {
  const at = (id: string, x: number, y: number, around: string[]): Cell => ({ ...square(id, 0, around), x, y });
  const three = [at('A', 0, 0, ['B', 'C']), at('B', 10, 0, ['A', 'C']), at('C', 10, 10, ['A', 'B'])];
  // The long way over the corner is the one that is left out.
  expect(chain(three)).toBe('M0.0 0.0L10.0 0.0M10.0 0.0L10.0 10.0');
});
