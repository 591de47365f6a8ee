/** Results tables as players know them: a column for the odds, a row for the dice. */
import type { GameEvent, LogEntry, TableFile } from './api';

export interface Grid {
  name: string;
  /** What the columns are ("odds", "differential"). */
  across: string;
  columns: string[];
  /** What the rows are: a throw, or an entry that another table explains. */
  down: string;
  rows: string[];
  /** By column and row. */
  cells: Map<string, string>;
}

export interface Lit {
  column: string;
  row: string;
}

const DICE = ['die', 'dice', 'roll'];
/** What a fight comes to by its dice, in tables that take two looks. */
const ENTRY = 'entry';
export const cellKey = (column: string, row: string): string => `${column}|${row}`;

/** A file of results as a grid; null if it is something else. */
export function gridOf(file: TableFile): Grid | null {
  const [across, down] = file.columns;
  if (!across || !down || ![...DICE, ENTRY].includes(down) || file.columns.length < 3) return null;
  const cells = new Map<string, string>();
  for (const row of file.rows) {
    const told = row.slice(2).filter((value) => value !== '');
    cells.set(cellKey(row[0] ?? '', row[1] ?? ''), down === ENTRY && told.length === 2 ? rangeOf(told) : told.join(' / '));
  }
  const once = (place: number): string[] => [...new Set(file.rows.map((row) => row[place] ?? ''))];
  return { name: file.name, across, down, columns: once(0), rows: once(1), cells };
}

/** From a number to another, where 99 and beyond stand for no limit. */
function rangeOf([low = '', high = '']: string[]): string {
  if (Number(low) <= -99) return `to ${high}`;
  return Number(high) >= 99 ? `${low} up` : `${low}–${high}`;
}

function fightIn(event: GameEvent): Record<string, unknown> | null {
  const found = Object.values(event.data).find((value) => typeof value === 'object' && value !== null && 'column' in value);
  return (found as Record<string, unknown> | undefined) ?? null;
}

/** The column of a fight as a grid names it. */
function columnOf(grid: Grid, fight: Record<string, unknown>): string | null {
  const odds = typeof fight['odds'] === 'string' ? fight['odds'] : null;
  const names = [odds, String(fight['column'])];
  return grid.columns.find((column) => names.includes(column)) ?? null;
}

/** What to light: the column of the odds that are shown, else that of the last fight with its dice. */
export function litIn(grid: Grid, shown: GameEvent[], log: LogEntry[]): Lit | null {
  for (const event of shown) {
    const fight = fightIn(event);
    const column = fight ? columnOf(grid, fight) : null;
    if (column !== null) return { column, row: '' };
  }
  const events = log.slice(-12).flatMap((entry) => entry.events);
  const last = events.findLastIndex((event) => fightIn(event) !== null);
  const fight = last >= 0 && events[last] ? fightIn(events[last]) : null;
  const column = fight ? columnOf(grid, fight) : null;
  if (!fight || column === null) return null;
  const total = events.slice(last).find((event) => event.total !== null)?.total;
  if (total === null || total === undefined || grid.down === ENTRY) return { column, row: '' };
  const [low, high] = [Number(grid.rows[0]), Number(grid.rows.at(-1))];
  const drm = typeof fight['drm'] === 'number' ? fight['drm'] : 0;
  return { column, row: String(Math.max(Math.min(low, high), Math.min(Math.max(low, high), total + drm))) };
}
