import { expect, it } from 'vitest';
import type { ActionItem } from '../src/lib/api';
import { candidatesOf, cover, excludeEachOther, nearest, wayOf } from '../src/lib/attacks';

const way = (...units: string[]): ActionItem => ({
  text: `attack 2214 by ${units.join(',')}`, verb: 'attack', units, cells: ['2214'], words: [], target: '2214', way: [], cost: '', amount: null, case: '8.1',
});
const ways = [way('3ID'), way('4ID'), way('3ID', '5KD'), way('5KD')];

it('covers the wanted units by the largest ways, no unit twice', () => {
  expect(cover(ways, ['3ID', '4ID', '5KD']).map((one) => one.units)).toEqual([['3ID', '5KD'], ['4ID']]);
  expect(cover(ways, ['4ID', '5KD']).map((one) => one.units)).toEqual([['4ID'], ['5KD']]);
  expect(cover(ways, [])).toEqual([]);
});

it('knows who can take part, and whether they exclude each other', () => {
  expect(candidatesOf(ways)).toEqual(['3ID', '4ID', '5KD']);
  expect(excludeEachOther(ways)).toBe(false);
  expect(excludeEachOther([way('3ID'), way('4ID')])).toBe(true);
  expect(excludeEachOther([way('3ID')])).toBe(false);
});

it('finds the way of some units, or the one most like it', () => {
  expect(wayOf(ways, ['5KD', '3ID'])?.units).toEqual(['3ID', '5KD']);
  expect(nearest(ways, '3ID', ['3ID', '5KD'])?.units).toEqual(['3ID', '5KD']);
  expect(wayOf(ways, ['3ID', '4ID'])).toBeUndefined();
});
