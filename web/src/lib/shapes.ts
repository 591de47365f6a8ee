/**
 * Actions are texts ("attack 2214 by 5Div,3CavB"). A verb's shape ("CELL by UNITS") says what the words
 * mean, so the page can read any game's actions without knowing the game.
 */
import type { Verb } from './api';

export interface Reading {
  verb: string;
  units: string[];
  cells: string[];
  words: string[];
  /** The cell that a player would click for this action; "" if there is none. */
  target: string;
}

const ARGUMENTS = new Set(['UNIT', 'UNITS', 'CELL', 'CELLS', 'NUMBER', 'WORD']);

export function shapeOf(verb: Verb | undefined): string[] {
  return verb ? verb.shape.split(/\s+/).filter(Boolean) : [];
}

export function readAction(text: string, verbs: Map<string, Verb>): Reading {
  const words = text.trim().split(/\s+/);
  const reading: Reading = { verb: words.shift() ?? '', units: [], cells: [], words: [], target: '' };
  for (const part of shapeOf(verbs.get(reading.verb))) {
    if (!ARGUMENTS.has(part)) {
      if (words[0]?.toLowerCase() === part) words.shift();
      continue;
    }
    const word = words.shift();
    if (word === undefined) break;
    if (part === 'UNIT') reading.units.push(word);
    else if (part === 'UNITS') reading.units.push(...word.split(',').filter(Boolean));
    else if (part === 'CELL') reading.cells.push(word);
    else if (part === 'CELLS') reading.cells.push(...word.split('-').filter(Boolean));
    else reading.words.push(word);
  }
  reading.target = reading.cells.at(-1) ?? '';
  return reading;
}

/** The text of an action from its parts, in the order of the verb's shape; null if a part is missing. */
export function writeAction(
  verb: Verb,
  given: { units?: string[]; cells?: string[]; words?: string[] },
): string | null {
  const units = [...(given.units ?? [])];
  const cells = [...(given.cells ?? [])];
  const words = [...(given.words ?? [])];
  const out = [verb.name];
  for (const part of shapeOf(verb)) {
    let piece: string | undefined = part;
    if (part === 'UNIT') piece = units.shift();
    else if (part === 'UNITS') piece = units.splice(0).join(',');
    else if (part === 'CELL') piece = cells.shift();
    else if (part === 'CELLS') piece = cells.splice(0).join('-');
    else if (part === 'NUMBER' || part === 'WORD') piece = words.shift();
    if (!piece) return null;
    out.push(piece);
  }
  return out.join(' ');
}

/** Whether a verb brings several units together against a cell: the page then builds it step by step. */
export function isAssembly(verb: Verb | undefined): boolean {
  const shape = shapeOf(verb);
  return shape.includes('UNITS') && (shape.includes('CELL') || shape.includes('CELLS'));
}
