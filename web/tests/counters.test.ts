import { expect, it } from 'vitest';
import { describe, unknownUnits } from '../src/lib/counters';
import type { Covered } from '../src/lib/api';

const covered = (cell: string | null, label = '+', box: string | null = null): Covered => ({
  cell, box, label, side: 'red', nation: 'red', symbol: '', size: '', colour: '#c79a8d',
});

it('makes counters of what is not known, named after their places', () => {
  const units = unknownUnits([covered(null, '2', 'reserve'), covered('D1'), covered('D1'), covered('D3')]);
  expect(units.map((unit) => unit.id)).toEqual(['?reserve/0', '?D1/0', '?D1/1', '?D3/0']);
  expect(units.every((unit) => unit.covered && unit.name === 'Unknown unit')).toBe(true);
});

it('says no more of them than is public', () => {
  expect(unknownUnits([covered('D1', 'IP')]).map((unit) => describe(unit))).toEqual(['Unknown unit, Red, IP']);
});
