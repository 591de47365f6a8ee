/** This browser's share of the dice: sealed before anybody reveals one, so that nobody could choose the dice. */
import type { DiceInfo, MatchApi, MatchState } from './api';
import { capital } from './counters';
import { store, stored } from './settings.svelte';

const KEY = 'grognard.shares';

function shares(): Record<string, string> {
  return stored<Record<string, string>>(KEY, {});
}

/** The share that this browser has added to the dice from one die on; empty if it has none. */
export function shareOf(match: string, first: number): string {
  return shares()[`${match}/${first}`] ?? '';
}

function newShare(match: string, first: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const share = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  store(KEY, Object.fromEntries([...Object.entries(shares()).slice(-399), [`${match}/${first}`, share]]));
  return share;
}

/** Does what this browser's seats have to do before dice can fall; whether that changed anything. */
export async function addShare(api: MatchApi, state: MatchState): Promise<boolean> {
  const { dice } = state;
  if (!dice.open || !state.mine.length) return false;
  const mine = dice.shares.filter((one) => state.mine.includes(one.seat));
  const kept = shareOf(api.id, dice.first);
  if (mine.some((one) => !one.sealed && !one.passed) && !dice.shares.some((one) => one.share)) {
    const share = kept || newShare(api.id, dice.first);
    // What the page cannot keep it could not reveal: then it adds nothing.
    const kind = shareOf(api.id, dice.first) ? { seal: sha256(`grognard share ${share}`) } : { passes: true };
    await api.addToDice(kind);
    return true;
  }
  if (dice.phase === 'reveal' && mine.some((one) => one.sealed && !one.share)) {
    await api.addToDice(kept ? { share: kept } : { passes: true });
    return true;
  }
  return false;
}

/** What the page says of the dice. */
export function aboutDice(dice: DiceInfo, nameOf: (seat: string) => string): string {
  if (dice.verdict) return dice.verdict;
  if (dice.known) return 'These dice are not secret: somebody chose or saw the seed.';
  if (dice.waits_for.length) return `The dice are waiting for ${dice.waits_for.map(nameOf).join(' and ')}.`;
  const added = dice.shares.filter((one) => one.share).map((one) => nameOf(one.seat));
  return added.length ? `${capital(added.join(' and '))} contributed to the dice, so nobody controls them.` : 'Nobody knows the dice.';
}

/** SHA-256 in hexadecimal. The browser's own is there only over HTTPS, and friends in one network use HTTP. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const words = new Uint32Array(((bytes.length + 72) >> 6) << 4);
  bytes.forEach((byte, n) => (words[n >> 2] = word(words, n >> 2) | (byte << (24 - (n % 4) * 8))));
  words[bytes.length >> 2] = word(words, bytes.length >> 2) | (0x80 << (24 - (bytes.length % 4) * 8));
  words[words.length - 1] = bytes.length * 8;
  const hash = Uint32Array.from(PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))));
  for (let block = 0; block < words.length; block += 16) compress(hash, words.subarray(block, block + 16));
  return [...hash].map((one) => one.toString(16).padStart(8, '0')).join('');
}

const PRIMES = primes(64);
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

function fraction(number: number): number {
  return ((number - Math.floor(number)) * 0x1_0000_0000) | 0;
}

function word(words: Uint32Array | Int32Array, n: number): number {
  return words[n] ?? 0;
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function compress(hash: Uint32Array, block: Uint32Array): void {
  const w = new Int32Array(64);
  for (let n = 0; n < 64; n += 1) {
    if (n < 16) w[n] = word(block, n);
    else {
      const [a, b] = [word(w, n - 15), word(w, n - 2)];
      const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      w[n] = word(w, n - 16) + first + word(w, n - 7) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let n = 0; n < 64; n += 1) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (CONSTANTS[n] ?? 0) + word(w, n);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, n) => (hash[n] = word(hash, n) + value));
}
