import { expect, it } from 'vitest';
import { waysOf } from '../src/lib/odds';
import { inWords } from '../src/lib/words';

const WORDS = {
  on: (name: string): string => ({ 'mark pa': 'prepared assault', 'chit aside': 'The one set aside' })[name] ?? '',
  verb: (name: string): string => (name === 'over' ? 'Over the top:' : ''),
};

it('says an action in the words of the game', () => {
  expect(inWords({ text: 'mark I/35Pz pa', verb: 'mark', words: ['pa'] }, WORDS)).toBe('Mark I/35Pz prepared assault');
  expect(inWords({ text: 'over 8Div', verb: 'over', words: [] }, WORDS)).toBe('Over the top: 8Div');
  expect(inWords({ text: 'chit aside', verb: 'chit', words: ['aside'] }, WORDS)).toBe('The one set aside');
  expect(inWords({ text: 'move 3ID 2014', verb: 'move', words: [] }, WORDS)).toBe('Move 3ID 2014');
});

it('tells ways apart by the words in which they differ, numbers with the word before them', () => {
  expect(waysOf(['fire A at 5604 with 1', 'fire A at 5604 with 2'])).toEqual(['With 1', 'With 2']);
  expect(waysOf(['bombard 1004 with heavy', 'bombard 1004 with medium'])).toEqual(['Heavy', 'Medium']);
  expect(waysOf(['attack 1004 by DM', 'attack 0904-1004 by DM'])).toEqual(['Attack 1004 by DM', 'Attack 0904-1004 by DM']);
});
