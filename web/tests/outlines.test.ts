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
