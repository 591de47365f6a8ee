/** The odds of a fight as a player reads them. */
import type * as server from './api';
import { capital } from './counters';

export interface Chance {
  percent: number;
  probability: string;
  text: string;
  /** What the short words in the text mean. */
  gloss: string;
  /** How many different courses are taken together here. */
  courses: number;
}

type Told = Pick<server.Chance, 'percent' | 'probability'> & { results: Pick<server.GameEvent, 'text' | 'terms'>[] };

/** A result without the dice of the one course that is its example: others may come to it as well. */
const withoutDice = (text: string): string => text.replace(/ ?\(di(?:e|ce) [^()]*\)/g, '');

/** The chances as a player reads them, the same words once; where they are many, those with the same first result are one. */
export function chancesOf(chances: Told[], most = 10): Chance[] {
  const plain = new Map<string, Chance>();
  for (const one of chances) {
    const text = one.results.map((event) => withoutDice(event.text)).join(' ');
    const known = plain.get(text);
    plain.set(text, {
      percent: one.percent + (known?.percent ?? 0),
      probability: known ? '' : one.probability,
      text,
      gloss: glossOf(...one.results),
      courses: 1,
    });
  }
  if (plain.size <= most) return [...plain.values()].sort((a, b) => b.percent - a.percent);
  const found = new Map<string, Chance>();
  for (const one of chances) {
    const text = withoutDice(one.results[0]?.text ?? '');
    const known = found.get(text);
    if (known) found.set(text, { ...known, percent: known.percent + one.percent, probability: '', courses: known.courses + 1 });
    else found.set(text, { percent: one.percent, probability: one.probability, text, gloss: glossOf(...one.results.slice(0, 1)), courses: 1 });
  }
  return [...found.values()].sort((a, b) => b.percent - a.percent);
}

/** The beginning that all texts share, up to a comma, a colon or a semicolon. */
export function sharedStart(texts: string[]): string {
  const [first = '', ...others] = texts;
  if (!others.length) return '';
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length += 1;
  const cut = Math.max(...[': ', '; ', ', '].map((mark) => first.slice(0, length).lastIndexOf(mark)));
  return cut < 0 ? '' : first.slice(0, cut + 2);
}

/** Texts without the beginning that all of them share. */
export const withoutShared = (texts: string[]): string[] => texts.map((text) => text.slice(sharedStart(texts).length));

export interface Columns {
  /** The sentence that all texts are, with gaps. */
  frame: string;
  /** What stands in the gaps, text by text. */
  texts: string[];
}

/** Fewer words than this in common are no sentence. */
const COMMON = 3;

/** Texts that are one sentence with different words in it: the sentence once, and what differs. Null if they are not. */
export function inColumns(texts: string[]): Columns | null {
  const rows = texts.map((text) => text.replace(/\.$/, '').split(' '));
  const [first = []] = rows;
  if (rows.length < 3 || rows.some((row) => row.length !== first.length)) return null;
  const singular = (word = ''): string => word.replace(/s$/, '');
  const common = first.map((word, place) => rows.every((row) => singular(row[place]) === singular(word)));
  if (common.filter(Boolean).length < COMMON || common.every(Boolean)) return null;
  /** Where a gap begins, and how many words it has. */
  const gaps = common.flatMap((one, place) => (one || common[place - 1] === false ? [] : [[place, common.slice(place).findIndex(Boolean)] as const]));
  const end = (place: number, long: number): number => (long < 0 ? first.length : place + long);
  const longest = (place: number): string => rows.map((row) => row[place] ?? '').sort((a, b) => b.length - a.length)[0] ?? '';
  const frame = first.flatMap((_, place) => {
    if (common[place]) return [longest(place)];
    const gap = gaps.find(([begins]) => begins === place);
    const last = gap ? (first[end(...gap) - 1] ?? '') : '';
    return gap ? [`…${/[,;]$/.exec(last)?.[0] ?? ''}`] : [];
  });
  const told = rows.map((row) => gaps.map((gap) => row.slice(gap[0], end(...gap)).join(' ').replace(/[,;]$/, '')).join(' · '));
  return { frame: frame.join(' '), texts: told };
}

/** A result of one short word needs no full stop when its meaning follows. */
export const bare = (text: string, gloss: string): string => (gloss || !text.includes(' ') ? text.replace(/\.$/, '') : text);

/** The words in which some actions differ: all of them begin with the same ones. Numbers alone say too little, unless they are asked for. */
export function shortLabels(texts: string[], numbers = false): string[] {
  const parts = texts.map((text) => text.split(' '));
  const [first = [], ...others] = parts;
  let same = 0;
  while (others.length && same < first.length - 1 && others.every((words) => words[same] === first[same] && words.length > same + 1)) same += 1;
  const short = parts.map((words) => words.slice(same).join(' '));
  return !numbers && short.some((text) => /^[\d-]/.test(text)) ? texts : short;
}

/** The same for ways of doing one thing; of bare numbers with the word that tells what they are: "with 2". */
export function waysOf(texts: string[]): string[] {
  const short = shortLabels(texts, true);
  const before = texts[0]?.split(' ').at(-2) ?? '';
  const told = short.every((text) => /^\d+$/.test(text)) ? short.map((text) => `${before} ${text}`) : shortLabels(texts);
  return told.map(capital);
}

/** What the short words of some events mean, for those who do not know the tables by heart. */
export function glossOf(...events: { terms: Record<string, string> }[]): string {
  const terms = new Map(events.flatMap((event) => Object.entries(event.terms)));
  return terms.size > 1 ? [...terms].map(([word, meaning]) => `${word}: ${meaning}`).join('; ') : [...terms.values()].join('');
}

const FACES = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** A die as its face, or as a number where it has more than six. */
export const face = (die: number): string => FACES[die - 1] ?? String(die);
