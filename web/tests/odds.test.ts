import { expect, it } from 'vitest';
import { face, rowsOf } from '../src/lib/odds';

it('finds rows with their cases anywhere in the data, and the totals beside them', () => {
  const rows = [{ what: 'river', value: 1, case: '8.3.1' }];
  expect(rowsOf({ target: '2214', odds: { defence: rows, shifts: [], defence_total: 5 } })).toEqual([
    { lists: [{ name: 'defence', rows }], totals: [{ name: 'defence total', value: '5' }] },
  ]);
});

it('finds nothing where there is no arithmetic', () => {
  expect(rowsOf({ unit: '3ID', steps: 2 })).toEqual([]);
  expect(rowsOf(null)).toEqual([]);
});

it('shows small dice as faces and large ones as numbers', () => {
  expect([1, 6, 10].map(face)).toEqual(['⚀', '⚅', '10']);
});
