import { expect, it } from 'vitest';
import { chancesOf, face, glossOf, inColumns, shortLabels, withoutShared } from '../src/lib/odds';

it('shows small dice as faces and large ones as numbers', () => {
  expect([1, 6, 10].map(face)).toEqual(['⚀', '⚅', '10']);
});

it('takes many courses of the dice together by their first result', () => {
  const course = (first: string, then: string, percent: number) => ({
    percent, probability: `${percent}/100`, results: [{ text: first, terms: { hit: 'one step' } }, { text: then, terms: {} }],
  });
  const few = [course('hit', 'x', 60), course('miss', 'y', 40)];
  expect(chancesOf(few).map((one) => one.text)).toEqual(['hit x', 'miss y']);
  const many = [course('hit', 'x', 30), course('miss', 'x', 20), course('hit', 'y', 30), course('miss', 'y', 20)];
  expect(chancesOf(many, 3)).toEqual([
    { percent: 60, probability: '', text: 'hit', gloss: 'one step', courses: 2 },
    { percent: 40, probability: '', text: 'miss', gloss: 'one step', courses: 2 },
  ]);
});

it('explains the short words of tables, each once', () => {
  expect(glossOf({ terms: { DR: 'they retreat', C: 'counter-attack' } }, { terms: { DR: 'they retreat' } })).toBe('DR: they retreat; C: counter-attack');
  expect(glossOf({ terms: { DR: 'they retreat' } }, { terms: { DR: 'they retreat' } })).toBe('they retreat');
  expect(glossOf({ terms: {} })).toBe('');
});

it('leaves out the words with which all results begin', () => {
  expect(withoutShared(['Assault on C5, column +3: DR.', 'Assault on C5, column +3: ENG.'])).toEqual(['DR.', 'ENG.']);
  expect(withoutShared(['2214: defender loses 0', '2214: defender loses 1'])).toEqual(['defender loses 0', 'defender loses 1']);
  expect(withoutShared(['only one: this'])).toEqual(['only one: this']);
  expect(withoutShared(['hit', 'miss'])).toEqual(['hit', 'miss']);
});

it('leaves out the dice of an example, and tells the same result once', () => {
  const result = (text: string, percent: number) => ({ percent, probability: `${percent}/100`, results: [{ text, terms: {} }] });
  const found = chancesOf([result('1405 at 2-1: 1/2D (die 5, +1).', 30), result('1405 at 2-1: X/X (die 2, +1).', 50), result('1405 at 2-1: 1/2D (die 4, +2).', 20)]);
  expect(found.map((one) => [one.text, one.percent])).toEqual([['1405 at 2-1: 1/2D.', 50], ['1405 at 2-1: X/X.', 50]]);
});

it('labels choices with the words in which they differ, if those say enough', () => {
  expect(shortLabels(['mode 4-pz static', 'mode 4-pz mobile'])).toEqual(['static', 'mobile']);
  expect(shortLabels(['losses 1', 'losses 2'])).toEqual(['losses 1', 'losses 2']);
  expect(shortLabels(['hold', 'withdraw 1908'])).toEqual(['hold', 'withdraw 1908']);
  expect(shortLabels(['stay'])).toEqual(['stay']);
});

it('tells a sentence that all results share once', () => {
  expect(inColumns(['A6 D4; 5 hit points for the attacker, 4 for the defender.', 'A5 D5; 4 hit points for the attacker, 5 for the defender.', 'A3 D7; 1 hit point for the attacker, 7 for the defender.']))
    .toEqual({ frame: '… hit points for the attacker, … for the defender', texts: ['A6 D4; 5 · 4', 'A5 D5; 4 · 5', 'A3 D7; 1 · 7'] });
  expect(inColumns(['the attacker suffers *(2)2, the defender -.', 'the attacker suffers (1)2, the defender 1.', 'the attacker suffers -, the defender (2)1.']))
    .toEqual({ frame: 'the attacker suffers …, the defender …', texts: ['*(2)2 · -', '(1)2 · 1', '- · (2)1'] });
  expect(inColumns(['DR.', 'ENG.', 'C.'])).toBeNull();
  expect(inColumns(['defender loses 0 and retreats', 'defender loses 1', 'defender loses 2'])).toBeNull();
});
