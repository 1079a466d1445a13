import { describe, expect, it } from 'vitest';
import { allForgottenAt, isKnown, type KnownNetwork, withKnown } from './known-networks.js';

const NOW = new Date('2030-06-15T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);
const at = (network: string, days: number): KnownNetwork => ({ network, at: daysAgo(days) });

describe('known networks', () => {
  it('are known for thirty days', () => {
    expect(isKnown([at('a', 29)], 'a', NOW)).toBe(true);
    expect(isKnown([at('a', 30)], 'a', NOW)).toBe(false);
    expect(isKnown([at('a', 0)], 'b', NOW)).toBe(false);
    expect(allForgottenAt([at('a', 10), at('b', 20)])).toEqual(daysAgo(-20));
    expect(allForgottenAt([])).toEqual(new Date(0));
  });

  it('are written anew once a day, without those of long ago', () => {
    const today = [at('a', 0.5)];
    expect(withKnown(today, 'a', NOW)).toBe(today);
    expect(withKnown([at('a', 2), at('b', 3), at('old', 31)], 'a', NOW)).toEqual([
      at('b', 3),
      at('a', 0),
    ]);
  });

  it('are ten at most, the latest ones', () => {
    const many = Array.from({ length: 10 }, (_, index) => at(String(index), 10 - index));
    const known = withKnown(many, 'new', NOW);
    expect(known.map(({ network }) => network)).toEqual([
      ...['1', '2', '3', '4', '5', '6', '7', '8', '9', 'new'],
    ]);
  });
});
