/** The tokens of the seats that this browser has taken, by match. */
import type { Seat, Started } from './api';
import { store, stored } from './settings.svelte';

const KEY = 'grognard.seats';

function all(): Record<string, string> {
  return stored<Record<string, string>>(KEY, {});
}

export function seatOf(match: string): string {
  return all()[match] ?? '';
}

export function keepSeat(match: string, token: string): void {
  const kept = Object.entries(all()).filter(([id]) => id !== match);
  // Old matches fall out at the far end, so that the list never fills the storage.
  store(KEY, Object.fromEntries([...kept.slice(-199), [match, token]]));
}

const JOINED = 'grognard.joined';

/** Notes which open seat this browser has taken; of others it has all that are played at its screen. */
export function keepJoined(match: string, seat: string): void {
  const kept = Object.entries(stored<Record<string, string>>(JOINED, {})).filter(([id]) => id !== match);
  store(JOINED, Object.fromEntries([...kept.slice(-199), [match, seat]]));
}

/** Whether a seat of a match is played in this browser. */
export function isSitting(match: string, seat: Seat): boolean {
  const joined = stored<Record<string, string>>(JOINED, {})[match];
  return joined ? seat.seat === joined : seat.kind === 'human';
}

const OWNER = 'grognard.owner';

/** The key of whoever runs the server; the browser that he opens gets it in the address. */
export function ownersKey(): string {
  return stored<string>(OWNER, '');
}

export function keepOwner(key: string): void {
  store(OWNER, key);
}

/** Keeps the best token of a new match: the table's, else the first seat's. */
export function keepStarted(started: Started): void {
  const token = started.table || Object.values(started.seats)[0] || '';
  if (token) keepSeat(started.id, token);
}
