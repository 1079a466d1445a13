import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fingerprint } from './fingerprint.js';

/** The same JSON with the keys of every object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('fingerprint', () => {
  it('stays what it is: keys are kept with it, longer than a version of the platform runs', () => {
    expect(fingerprint({ b: [1, 'é', null], a: {} })).toBe(
      'sb571vqh9K6R9CnOiTOIluqSOXe_xnyRLye-3d24_E8',
    );
    const long = { text: 'x'.repeat(40_000), list: [{ z: 'y'.repeat(20_000) }, []] };
    expect(fingerprint(long)).toBe('Od8Vw7cqnEHOZmHUbb55uUr0CwSnquMK-xTbqAARTxM');
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(fingerprint(reversed(value))).toBe(fingerprint(value));
      }),
    );
  });

  it('tells different JSON apart', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        // -0 and 0 are the same JSON text.
        const same = JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
        expect(fingerprint(one) === fingerprint(other)).toBe(same);
      }),
    );
  });

  it.each([
    [
      [1, 2],
      [2, 1],
    ],
    [['a', 'b'], ['ab']],
    [{ a: 1 }, { a: '1' }],
    [{ a: {} }, { a: [] }],
    [[], [[]]],
    [null, undefined],
    [{ 'a":1,"b': 1 }, { a: 1, b: 1 }],
    [
      ['a', 'b,c'],
      ['a,b', 'c'],
    ],
  ])('tells %j from %j', (one, other) => {
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });
});

/** A form of the value whose text is the same for the same meaning; objects become lists of members. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return ['array', value.map(comparable)];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Marked as an object, or `{}` and `[]` would be the same list.
  return ['object', members.map(([key, member]) => [key, comparable(member)])];
}
