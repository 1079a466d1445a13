import { describe, expect, it } from 'vitest';
import { hasMoreValues } from './json-size.js';

describe('hasMoreValues', () => {
  it.each([
    [null, 1],
    ['text', 1],
    [[1, [2, 3]], 5],
    [{ a: { b: [] }, c: 'x' }, 4],
  ])('counts in %j: %d', (value, count) => {
    expect(hasMoreValues(value, count)).toBe(false);
    expect(hasMoreValues(value, count - 1)).toBe(true);
  });

  it('counts texts as they are said to', () => {
    const length = (text: string): number => text.length;
    expect(hasMoreValues(['abc', 'de'], 6, length)).toBe(false);
    expect(hasMoreValues(['abc', 'de'], 5, length)).toBe(true);
  });
});
