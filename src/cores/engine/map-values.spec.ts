import { describe, expect, it } from 'vitest';
import { type ValueRef, type ValueRefs } from './value-ref.js';
import { mapValues } from './map-values.js';

const here = (value: number): ValueRef => ({ kind: 'here', value });

describe('mapValues', () => {
  it('copies nothing where nothing changes: a job of thousands of outputs is walked at every step', () => {
    const values = { a: here(1), b: here(2) };
    expect(mapValues(values, (held) => held)).toBe(values);
  });

  it('changes what the mapping changes, in the order that there was, and not what it was given', () => {
    const values = { b: here(1), a: here(2), c: here(3) };
    const mapped = mapValues(values, (held) => (held === values.a ? here(9) : held));
    expect(Object.entries(mapped)).toEqual([
      ['b', here(1)],
      ['a', here(9)],
      ['c', here(3)],
    ]);
    expect(values.a).toEqual(here(2));
  });

  it('takes no name for anything but a name', () => {
    const values = JSON.parse('{"__proto__":{"kind":"here","value":1}}') as ValueRefs;
    const mapped = mapValues(values, () => here(2));
    expect(Object.entries(mapped)).toEqual([['__proto__', here(2)]]);
    expect(Object.getPrototypeOf(mapped)).toBe(Object.prototype);
  });
});
