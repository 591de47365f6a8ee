import { expect, it } from 'vitest';
import { chancesOf, face, glossed, rowsOf } from '../src/lib/odds';

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

it('takes many courses of the dice together by their first result', () => {
  const course = (first: string, then: string, percent: number) => ({
    percent, probability: `${percent}/100`, results: [{ text: first }, { text: then }],
  });
  const few = [course('hit', 'x', 60), course('miss', 'y', 40)];
  expect(chancesOf(few).map((one) => one.text)).toEqual(['hit x', 'miss y']);
  const many = [course('hit', 'x', 30), course('miss', 'x', 20), course('hit', 'y', 30), course('miss', 'y', 20)];
  expect(chancesOf(many, 3)).toEqual([
    { percent: 60, probability: '', text: 'hit', courses: 2 },
    { percent: 40, probability: '', text: 'miss', courses: 2 },
  ]);
});

it('explains the short words of tables, each once and only whole words', () => {
  const words = { DR: 'the defenders retreat', C: 'counter-attack' };
  expect(glossed('Assault on C5, column +3: DR.', words)).toBe('the defenders retreat');
  expect(glossed('Assault on C5', words)).toBe('');
  expect(glossed('anything', undefined)).toBe('');
});
