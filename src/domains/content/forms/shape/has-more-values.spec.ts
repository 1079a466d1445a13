import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type JsonValue } from '../../../../kernel/json.js';
import { hasMoreValues } from './has-more-values.js';

function countOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value as Record<string, JsonValue>).reduce<number>(
    (count, member) => count + countOf(member),
    1,
  );
}

describe('hasMoreValues', () => {
  it('counts containers and what is in them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(20), (given, most) => {
        const value = given as JsonValue;
        expect(hasMoreValues(value, most)).toBe(countOf(value) > most);
      }),
    );
  });

  it('takes a list of millions as it takes a short one', () => {
    const value = { list: Array.from({ length: 3_000_000 }, () => 0) };
    expect(hasMoreValues(value, 3_000_001)).toBe(true);
    expect(hasMoreValues(value, 3_000_002)).toBe(false);
  });
});
