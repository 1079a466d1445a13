import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonText } from './json-text.js';
import { isLongToWrite, jsonByteSteps, jsonPieces, jsonSteps } from './json-writing.js';

/** What all of the steps make, and how many they are. */
function finished<T>(work: Generator<undefined, T>): { readonly made: T; readonly steps: number } {
  for (let steps = 1; ; steps += 1) {
    const step = work.next();
    if (step.done) return { made: step.value, steps };
  }
}

/** The text, and in how many steps it was written. */
function written(value: object): { readonly text: string; readonly steps: number } {
  const { made: text, steps } = finished(jsonSteps(value));
  return { text, steps };
}

const SHAPES = [
  [],
  {},
  [[], {}, [{}]],
  { a: [1, -2.5e3, null, true], 'b"{': 'x:,"\\', c: { d: '\\"[' } },
  ['\\', '', '{"a":1}', '\u{1F600}'],
];

const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

describe('jsonSteps', () => {
  it('writes what JSON.stringify writes, also where it is divided', () => {
    const long = times(5000, 1);
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.dictionary(fc.string(), fc.anything()), (a, b) => {
        for (const value of [a, b, { a, long, b }, [b, { long }, a], { ...b, a: [long, a] }]) {
          expect(written(value).text).toBe(JSON.stringify(value));
        }
      }),
    );
  });

  it('leaves out what JSON does not have, also where it is divided', () => {
    const gone = { toJSON: () => undefined };
    const value = { none: undefined, gone, long: times(5000, undefined), a: [() => 1, gone] };
    expect(written(value).text).toBe(JSON.stringify(value));
  });

  it('divides long texts between characters, and writes the same bytes', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.constantFrom('ab', '\u{1f600}', '\ud800', '\n"'), (shift, unit) => {
        const value = ['x'.repeat(shift) + unit.repeat(300_000)];
        expect(written(value).text === JSON.stringify(value)).toBe(true);
        const { made, steps } = finished(jsonByteSteps(value));
        expect([made.equals(Buffer.from(JSON.stringify(value))), steps > 2]).toEqual([true, true]);
      }),
      { numRuns: 20 },
    );
  });

  it('writes what writes itself', () => {
    const value = { at: new Date(0), long: times(5000, new Date(0)), none: undefined };
    expect(written(value).text).toBe(JSON.stringify(value));
    const bytes = Buffer.from('{"a":1}');
    expect(written({ text: new JsonText(bytes), long: times(5000, 1) }).text).toContain(
      '{"text":{"a":1},"long":[1,1',
    );
  });

  it.each([
    ['many values', times(50_000, { a: 1 })],
    ['long texts', times(10, 'x'.repeat(400_000))],
    ['a member that is long at depth', { a: { b: { c: times(50_000, 'x') } } }],
  ])('takes many steps for %s', (_, value) => {
    expect(isLongToWrite(value)).toBe(true);
    expect(written(value).steps).toBeGreaterThanOrEqual(10);
  });

  it('goes through the members of a large object no more often for what lies around it', () => {
    const members = Object.fromEntries(times(10_000, 1).map((one, at) => [`m${at}`, one]));
    let looked = 0;
    const ownKeys = (object: object) => {
      looked += 1;
      return Reflect.ownKeys(object);
    };
    let value: object = new Proxy(members, { ownKeys });
    for (let depth = 0; depth < 20; depth += 1) value = { value };
    expect(isLongToWrite(value)).toBe(true);
    expect(JSON.parse(written(value).text)).toMatchObject({ value: { value: {} } });
    // How many there are, and what they are.
    expect(looked).toBe(2);
  });

  it('takes one for little', () => {
    const value = times(100, { a: 1 });
    expect(isLongToWrite(value)).toBe(false);
    expect(written(value).steps).toBe(2); // the text, and that it is all
  });
});

describe('jsonPieces that are laid out', () => {
  const long = times(5000, 1);

  it.each(SHAPES.map((value) => [value]))('are what JSON.stringify writes: %j', (shape) => {
    for (const value of [shape, { long, shape, none: undefined }, [shape, { long }, { shape }]]) {
      expect([...jsonPieces(value, 2)].join('')).toBe(JSON.stringify(value, null, 2));
    }
  });

  it('are that for any value, also where it is divided', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.dictionary(fc.string(), fc.anything()), (a, b) => {
        for (const value of [a, b, { a, long, b }, [b, { long }, a], { ...b, a: [long, a] }]) {
          expect([...jsonPieces(value, 2)].join('')).toBe(JSON.stringify(value, null, 2));
        }
      }),
    );
  });
});
