/**
 * Finds the arithmetic in an event's data. Any game tells it in the same way: lists of rows with what,
 * value and case; numbers beside such lists are their totals.
 */
export interface Row {
  what: string;
  value: number | string;
  case: string;
}

export interface Sum {
  lists: { name: string; rows: Row[] }[];
  totals: { name: string; value: string }[];
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'what' in value && 'value' in value && 'case' in value;
}

const words = (name: string): string => name.replaceAll('_', ' ');

export function rowsOf(data: unknown): Sum[] {
  if (Array.isArray(data)) return data.flatMap(rowsOf);
  if (typeof data !== 'object' || data === null) return [];
  const lists: Sum['lists'] = [];
  const totals: Sum['totals'] = [];
  const deeper: Sum[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (Array.isArray(value) && value.length && value.every(isRow)) lists.push({ name: words(name), rows: value });
    else if (typeof value === 'number') totals.push({ name: words(name), value: String(value) });
    else if (typeof value === 'object') deeper.push(...rowsOf(value));
  }
  return lists.length ? [{ lists, totals }, ...deeper] : deeper;
}

const FACES = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** A die as its face, or as a number where it has more than six. */
export const face = (die: number): string => FACES[die - 1] ?? String(die);
