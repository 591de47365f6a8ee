import { describe, expect, it } from 'vitest';
import { aboutDice, sha256 } from '../src/lib/dice';
import type { DiceInfo } from '../src/lib/api';

describe('sha256', () => {
  it('agrees with known hashes', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });
  it('agrees with the browser for every length', async () => {
    for (let length = 0; length < 140; length += 1) {
      const text = 'x'.repeat(length);
      const known = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      const hex = [...new Uint8Array(known)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      expect(sha256(text)).toBe(hex);
    }
  });
});

describe('what the page says of the dice', () => {
  const dice: DiceInfo = { known: false, first: 1, open: true, phase: 'open', shares: [], waits_for: [], verdict: '' };
  const name = (seat: string): string => seat.toUpperCase();
  it('names whoever is waited for, and says when they are known', () => {
    expect(aboutDice(dice, name)).toBe('Nobody knows the dice.');
    expect(aboutDice({ ...dice, known: true }, name)).toContain('These dice are not secret');
    expect(aboutDice({ ...dice, waits_for: ['cp'] }, name)).toBe('The dice are waiting for CP.');
    expect(aboutDice({ ...dice, verdict: 'Nobody could choose.' }, name)).toBe('Nobody could choose.');
    const shares = [{ seat: 'cp', sealed: 'x', share: 'y', passed: false }];
    expect(aboutDice({ ...dice, shares }, name)).toContain('CP contributed to the dice');
  });
});
