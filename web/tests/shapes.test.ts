import { describe, expect, it } from 'vitest';
import type { Verb } from '../src/lib/api';
import { isAssembly, readAction, writeAction } from '../src/lib/shapes';

const verb = (name: string, shape: string): Verb => ({ name, shape, case: '1.1', when: 'now', resolves: false });
const VERBS = new Map(
  [
    verb('move', 'UNIT CELL'), verb('attack', 'CELL by UNITS'), verb('march', 'UNIT CELLS'), verb('attach', 'UNIT to WORD'),
    verb('end', ''), verb('bombard', 'CELL by UNIT'),
  ].map((one) => [one.name, one]),
);
const get = (name: string): Verb => VERBS.get(name) as Verb;

describe('reading an action by its verb', () => {
  it('finds unit and destination', () => {
    expect(readAction('move 3ID 2014', VERBS)).toMatchObject({ units: ['3ID'], cells: ['2014'], target: '2014' });
  });
  it('skips connecting words and splits lists of units', () => {
    expect(readAction('attack 2214 by 5Div,3CavB', VERBS)).toMatchObject({ units: ['5Div', '3CavB'], target: '2214' });
  });
  it('takes the end of a way as the target', () => {
    expect(readAction('march 3ID 2013-2014-2015', VERBS)).toMatchObject({ cells: ['2013', '2014', '2015'], target: '2015' });
  });
  it('keeps words apart from cells', () => {
    expect(readAction('attach 7DI to IV', VERBS)).toMatchObject({ units: ['7DI'], words: ['IV'], target: '' });
  });
  it('knows a verb without arguments, and survives one it does not know', () => {
    expect(readAction('end', VERBS)).toMatchObject({ verb: 'end', target: '' });
    expect(readAction('dance 3ID', VERBS)).toMatchObject({ verb: 'dance', units: [] });
  });
});

describe('writing an action', () => {
  it.each(['move 3ID 2014', 'attack 2214 by 5Div,3CavB', 'march 3ID 2013-2014', 'attach 7DI to IV', 'end'])('is the reverse of reading %s', (text) => {
    const reading = readAction(text, VERBS);
    expect(writeAction(get(reading.verb), reading)).toBe(text);
  });
  it('gives nothing where a part is missing', () => {
    expect(writeAction(get('attack'), { units: [], cells: ['2214'] })).toBeNull();
    expect(writeAction(get('move'), { units: ['3ID'] })).toBeNull();
  });
});

it('only verbs that bring several units against a cell are built step by step', () => {
  expect([...VERBS.values()].filter(isAssembly).map((one) => one.name)).toEqual(['attack']);
});
