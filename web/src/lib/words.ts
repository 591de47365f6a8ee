/** Actions in a player's words. */
import { capital } from './counters';
import type { ActionItem } from './api';

interface Words {
  /** What the game would have a button say; nothing if the name will do. */
  on: (name: string) => string;
  /** What the game calls a verb, if not by its name. */
  verb: (name: string) => string;
}

/** An action as a player would say it: the game's words for all of it, for its verb, for its own words; else as it is typed. */
export function inWords(item: Pick<ActionItem, 'text' | 'verb' | 'words'>, words: Words): string {
  const said = (word: string): string => (item.words.includes(word) ? words.on(`${item.verb} ${word}`) : '') || word;
  const rest = item.text.slice(item.verb.length).split(' ').map(said).join(' ');
  return words.on(item.text) || capital(`${words.verb(item.verb) || item.verb}${rest}`);
}
